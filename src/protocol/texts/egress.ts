/** Answers of the proxy through which commands in the sandbox reach named hosts. */
export const egressTexts = {
  notNamed: (host: string, port: number) =>
    `The sandbox does not reach ${host}:${port}: the floor's list of hosts does not name it.`,
  refused: (host: string, reason: string) => `The sandbox does not reach ${host}: ${reason}`,
  notReached: (hosts: readonly string[]) => `Not reached from the sandbox: ${hosts.join(', ')}.`,
  writeSummary: (host: string) => `Send changes to ${host}`,
  writeDetail: (host: string, command: string) =>
    `${host}, with the credential of the office\n\nasked for by the command\n\n${command}`,
  unreadable: 'The sandbox reaches hosts by CONNECT or plain HTTP only.',
  writes: (host: string) =>
    `The sandbox does not send changes to ${host} with the credential of the office.`,
};
