/** Environment of a service that a test starts: the folder where `npm test` keeps compiled code. */
export const compileCache: Readonly<Record<string, string>> = read(process.env.NODE_COMPILE_CACHE);

function read(path: string | undefined): Record<string, string> {
  return path === undefined ? {} : { NODE_COMPILE_CACHE: path };
}
