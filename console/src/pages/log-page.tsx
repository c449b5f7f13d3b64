import { useMemo, useState } from 'react';
import { logLevels } from '#protocol/records/enums.js';
import type { Office } from '#client/office.js';
import { useAddressFilter } from '../app/address-state.js';
import { plural } from '../app/format.js';
import { useAction } from '../app/notices.js';
import { useLive, useOffice } from '../app/office-context.js';
import { hrefTo } from '../app/router.js';
import { Button } from '../ui/button.js';
import { Select, TextField } from '../ui/fields.js';
import { Empty, Page } from '../ui/pieces.js';
import { entryOf, LogTable } from './log-table.js';
import './filters.css';

const all = 'all';
/** Log lines since the page was opened, and raw answers of the interface. */
export default function LogPage() {
  return (
    <Page
      title="Log"
      about="Warnings, errors and what is worth knowing, since this tab was opened. What the service wrote before stands in its own output."
    >
      <Lines />
      <Answers />
    </Page>
  );
}

const everyLine = { text: '', least: all, scope: all };

function Lines() {
  const lines = useLive(({ log }) => log);
  const [{ text, least, scope }, set] = useAddressFilter(everyLine, ['text']);
  const entries = useMemo(() => lines.map(entryOf), [lines]);
  const scopes = [...new Set(entries.map((entry) => entry.scope))].toSorted();
  const from = logLevels.findIndex((level) => level === least);
  const words = text.toLowerCase();
  const shown = useMemo(
    () =>
      entries
        .filter((entry) => logLevels.indexOf(entry.level) >= from)
        .filter((entry) => scope === all || entry.scope === scope)
        .filter((entry) => entry.searched.includes(words))
        .toReversed(),
    [entries, from, scope, words],
  );
  return (
    <>
      <div className="filters">
        <TextField
          label="Search"
          type="search"
          value={text}
          onChange={(words) => set({ text: words })}
        />
        <Select
          label="Level"
          value={least}
          onChange={(level) => set({ least: level })}
          choices={[
            { id: all, label: 'Every level' },
            ...logLevels.slice(1).map((id) => ({ id, label: `${id} and worse` })),
          ]}
        />
        <Select
          label="Part of the service"
          value={scope}
          onChange={(part) => set({ scope: part })}
          choices={[{ id: all, label: 'Every part' }, ...scopes.map((id) => ({ id, label: id }))]}
        />
      </div>
      {entries.length === 0 && (
        <Empty title="No line yet">
          <p>
            Lines appear here as the service writes them: hand in a brief, or change something. For
            more of them, lower the level of the log in the{' '}
            <a href={hrefTo(['settings'])}>settings</a>.
          </p>
        </Empty>
      )}
      {entries.length > 0 && shown.length === 0 && (
        <Empty title="No line is like that">
          <p>{plural(entries.length, 'line')} came so far.</p>
          <Button onPress={() => set(everyLine)}>Show all of them</Button>
        </Empty>
      )}
      {shown.length > 0 && (
        <>
          <p className="small muted">{plural(shown.length, 'line')}</p>
          <LogTable entries={shown} />
        </>
      )}
    </>
  );
}

/** Read operations without arguments. */
const reads: Readonly<Record<string, (http: Office['http']) => Promise<unknown>>> = {
  health: (http) => http.health(),
  state: (http) => http.state(),
  runs: (http) => http.runs(),
  settings: (http) => http.settings(),
  workspaces: (http) => http.workspaces(),
  skills: (http) => http.skills(),
  tools: (http) => http.tools(),
  models: (http) => http.models(),
  providers: (http) => http.providers(),
  memory: (http) => http.memory(),
  plugins: (http) => http.plugins(),
  'plugins/role-templates': (http) => http.roleTemplates(),
  'plugins/pipelines': (http) => http.pipelines(),
  'plugins/sources': (http) => http.marketplaces(),
};

const shownCharacters = 20_000;

function Answers() {
  const { http } = useOffice();
  const [name, setName] = useState('health');
  const [answer, setAnswer] = useState('');
  const { busy, act } = useAction();
  const ask = () =>
    void act(async () => setAnswer(JSON.stringify(await reads[name]?.(http), null, 2)));
  return (
    <section className="stack tight">
      <h2>Answers of the service</h2>
      <p className="muted">
        What a program gets. <a href="docs">The explorer</a> has every operation.
      </p>
      <div className="row">
        <Select
          label="Read"
          hideLabel
          value={name}
          onChange={setName}
          choices={Object.keys(reads).map((id) => ({ id, label: `GET /api/${id}` }))}
        />
        <Button onPress={ask} isPending={busy}>
          Ask
        </Button>
      </div>
      {answer !== '' && (
        <pre className="code" tabIndex={0} aria-label="Answer">
          {answer.slice(0, shownCharacters)}
          {answer.length > shownCharacters && '\n…'}
        </pre>
      )}
    </section>
  );
}
