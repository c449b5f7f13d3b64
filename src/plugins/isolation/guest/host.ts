/**
 * All that the guest can reach outside its machine: functions of the process around it that take
 * and give text and numbers. The guest's answers to that process stand in the same object.
 */
interface Host {
  post(line: string, kind: number, id: number): void;
  startTimer(ms: number, repeats: boolean): number;
  stopTimer(id: number): void;
  /** The file that a specifier means to a module, as JSON; the module itself for an empty one. */
  require(from: string, specifier: string): string;
  message?: (line: string) => void;
  timer?: (id: number) => void;
}

/** The global is taken away before code of the bundle runs. */
export const host = Reflect.get(globalThis, 'office') as Host;
