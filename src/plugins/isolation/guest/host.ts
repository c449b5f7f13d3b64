/**
 * Everything that the guest can reach outside its machine: functions of the surrounding process
 * that exchange text and numbers. The object also receives the guest's answers.
 */
interface Host {
  post(line: string, kind: number, id: number): void;
  startTimer(ms: number, repeats: boolean): number;
  stopTimer(id: number): void;
  /** The file for a module's specifier as JSON; the module itself for an empty one. */
  require(from: string, specifier: string): string;
  message?: (line: string) => void;
  timer?: (id: number) => void;
}

/** The global is removed before the bundle's code runs. */
export const host = Reflect.get(globalThis, 'office') as Host;
