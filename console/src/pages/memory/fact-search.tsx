import { memoryKinds } from '#protocol/records/enums.js';
import { useOfficeState } from '../../app/office-context.js';
import { Check, Select, TextField } from '../../ui/fields.js';
import { all, type FactFilter } from './use-facts.js';

/** Search field and filters of facts. */
export function FactSearch({
  filter,
  onChange,
}: {
  readonly filter: FactFilter;
  readonly onChange: (change: Partial<FactFilter>) => void;
}) {
  const { text, roleId, kind, withInactive } = filter;
  const roles = useOfficeState((state) => state.roles);
  // A search only finds facts in force.
  const isSearch = text.trim() !== '';
  return (
    <div className="memory-search">
      <TextField
        label="Search"
        type="search"
        value={text}
        onChange={(words) => onChange({ text: words })}
        placeholder="As an employee would"
      />
      <Select
        label="Read by"
        value={roleId}
        choices={[
          { id: all, label: 'Anybody' },
          ...roles.map(({ id, title, displayName }) => ({ id, label: title, detail: displayName })),
        ]}
        onChange={(id) => onChange({ roleId: id })}
      />
      <Select
        label="Kind"
        value={kind}
        choices={[
          { id: all, label: 'Every kind' },
          ...memoryKinds.map((id) => ({ id, label: id })),
        ]}
        onChange={(id) => onChange({ kind: id })}
      />
      <Check
        isOn={withInactive && !isSearch}
        isDisabled={isSearch}
        onChange={(isOn) => onChange({ withInactive: isOn })}
      >
        Withdrawn ones too
      </Check>
    </div>
  );
}
