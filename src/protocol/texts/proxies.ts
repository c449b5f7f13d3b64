/**
 * Reasons why a request failed at a proxy. Proxies are named by host and port, never with a
 * password.
 */
export const proxyTexts = {
  wantsLogin: (proxy: string) =>
    `the proxy ${proxy} wants a user name and password, or refuses those in its address (407)`,
  refused: (proxy: string, host: string, status: number) =>
    `the proxy ${proxy} did not connect to ${host}: it answered ${status}`,
  failed: (proxy: string, host: string, reason: string) =>
    `no connection to ${host} by the proxy ${proxy}: ${reason}`,
  page: (proxy: string, host: string, status: number) =>
    `the proxy ${proxy}, or ${host} behind it, answered ${status} with a page for people`,
};
