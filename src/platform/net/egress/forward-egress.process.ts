import { spawn } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';

/**
 * Entry of a process inside a sandbox without a network: passes connections to a port of its own
 * loopback on to the socket of an `EgressProxy`, runs a command, passes on to it the signals that ask
 * to end, and ends as it ends.
 *
 * Arguments: socket, port, program, its arguments.
 */
const [socket = '', port = '', file = '', ...args] = process.argv.slice(2);

const askingToEnd = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

function passOn(near: Socket): void {
  const far = connect(socket);
  const end = (): void => {
    near.destroy();
    far.destroy();
  };
  for (const side of [near, far]) side.on('error', end);
  near.pipe(far).pipe(near);
}

createServer({ allowHalfOpen: true }, passOn).listen(Number(port), '127.0.0.1', () => {
  const child = spawn(file, args, { stdio: 'inherit' });
  child.on('error', ({ message }) => {
    process.stderr.write(`${message}\n`);
    process.exit(127);
  });
  for (const signal of askingToEnd) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
});
