import { useCallback } from 'react';
import { type FloorShell, floorShells } from '#protocol/records/enums.js';
import type { SandboxBounds, WorkspaceSummary } from '#protocol/records/organisation.js';
import { boundsOf } from '#protocol/rules/sandbox-bounds.js';
import { useAction } from '../../app/notices.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { useKeptDraft } from '../../app/use-kept-draft.js';
import { Button } from '../../ui/button.js';
import { Check, Select, TextField } from '../../ui/fields.js';
import { Facts } from '../../ui/pieces.js';
import { useLoaded } from '../../ui/use-loaded.js';
import { takeByEnter } from '../../ui/take-by-enter.js';
import { Unsaved } from '../../ui/unsaved.js';

const shellNames = {
  ask: 'each asks a person',
  sandbox: 'run in a sandbox without asking',
} as const;

const boundNames = {
  processes: 'Processes in a sandbox',
  memoryMb: 'Memory of a sandbox, MB',
  writtenMb: 'Written by a sandbox, MB',
} as const satisfies Record<keyof SandboxBounds, string>;

const bounds = Object.keys(boundNames) as (keyof SandboxBounds)[];

/** Contents of the fields, as texts. */
type Fields = Readonly<Record<keyof SandboxBounds | 'hosts' | 'visibleSecrets', string>> & {
  readonly shell: FloorShell;
  readonly packages: boolean;
};

/** How commands of the floor are run, and what they may see, reach and use. */
export function FloorCommands({ id }: { readonly id: string }) {
  const { http } = useOffice();
  const floor = useOfficeState((state) => state.workspaces.find((each) => each.id === id));
  const edits = useKeptDraft(`office-commands-${id}`, fieldsOf(floor));
  const { draft: fields, set: edit } = edits;
  const { busy, act } = useAction();
  const load = useCallback((signal: AbortSignal) => http.health({ signal }), [http]);
  const { value: health } = useLoaded(load);
  const save = async () => {
    if (await act(() => http.updateWorkspace(id, changeOf(fields)), 'Saved.')) edits.drop();
  };
  return (
    <section className="card stack" onKeyDown={takeByEnter}>
      <h2>Commands</h2>
      <Select
        label="Commands of employees"
        value={fields.shell}
        choices={floorShells.map((shell) => ({ id: shell, label: shellNames[shell] }))}
        onChange={(shell) => edit({ shell: shell as FloorShell })}
      />
      <Facts rows={[['Sandbox', health?.sandbox?.detail ?? 'switched off (OFFICE_SANDBOX)']]} />
      <Check isOn={fields.packages} onChange={(packages) => edit({ packages })}>
        Commands in the sandbox reach the registries of packages
      </Check>
      <TextField
        label="Hosts that they reach"
        rows={3}
        value={fields.hosts}
        onChange={(hosts) => edit({ hosts })}
        hint="One a line, on the public internet, such as *.example.org."
      />
      <TextField
        label="Secret files that they may see"
        rows={3}
        value={fields.visibleSecrets}
        onChange={(visibleSecrets) => edit({ visibleSecrets })}
        hint="One pattern a line, such as test/**/*.pem. Others that look like secrets stay hidden."
      />
      <div className="form-grid">
        {bounds.map((bound) => (
          <TextField
            key={bound}
            label={boundNames[bound]}
            type="number"
            step="1"
            value={fields[bound]}
            onChange={(text) => edit({ [bound]: text })}
          />
        ))}
      </div>
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={!edits.isBegun}
          onPress={() => void save()}
        >
          Save the commands
        </Button>
        <Unsaved of={edits} />
      </div>
    </section>
  );
}

function fieldsOf(floor: WorkspaceSummary | undefined): Fields {
  const { processes, memoryMb, writtenMb } = boundsOf(floor ?? null);
  return {
    shell: floor?.shell ?? 'ask',
    packages: floor?.packages ?? false,
    hosts: (floor?.hosts ?? []).join('\n'),
    visibleSecrets: (floor?.visibleSecrets ?? []).join('\n'),
    processes: String(processes),
    memoryMb: String(memoryMb),
    writtenMb: String(writtenMb),
  };
}

function changeOf({ shell, packages, hosts, visibleSecrets, ...rest }: Fields) {
  const { processes, memoryMb, writtenMb } = rest;
  return {
    ...{ shell, packages, hosts: linesOf(hosts), visibleSecrets: linesOf(visibleSecrets) },
    sandboxBounds: {
      processes: Number(processes),
      memoryMb: Number(memoryMb),
      writtenMb: Number(writtenMb),
    },
  };
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
