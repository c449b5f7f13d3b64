/** The runs that are not final: a port, because runs depend on models. */
export abstract class RunsAtWork {
  abstract activeCount(): number;
}
