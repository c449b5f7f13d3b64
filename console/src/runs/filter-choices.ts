/** A floor as far as its runs are filtered. */
interface Floor {
  readonly name: string;
  readonly pipelines: readonly { readonly id: string; readonly name: string }[];
  readonly roles: readonly {
    readonly id: string;
    readonly displayName: string;
    readonly title: string;
  }[];
}

interface Named {
  readonly id: string;
  readonly label: string;
}

export interface Choices {
  readonly pipelines: readonly Named[];
  readonly people: readonly (Named & { readonly detail: string })[];
}

/** Each id once: a filter by it finds what is called so on every floor. */
export function choicesOf(floors: readonly Floor[]): Choices {
  const pipelines = new Map<string, string[]>();
  const people = new Map<string, { names: string[]; detail: string }>();
  for (const [index, floor] of floors.entries()) {
    for (const { id, name } of floor.pipelines) {
      pipelines.set(id, withName(pipelines.get(id) ?? [], name));
    }
    for (const { id, displayName, title } of floor.roles) {
      const known = people.get(id);
      const detail = known?.detail ?? (index === 0 ? title : `${title}, ${floor.name}`);
      people.set(id, { names: withName(known?.names ?? [], displayName), detail });
    }
  }
  return {
    pipelines: [...pipelines].map(([id, names]) => ({ id, label: names.join(', ') })),
    people: [...people].map(([id, { names, detail }]) => ({ id, label: names.join(', '), detail })),
  };
}

function withName(names: string[], name: string): string[] {
  return names.includes(name) ? names : [...names, name];
}
