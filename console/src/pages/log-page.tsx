import { useState } from 'react';
import { logLevels } from '../../../src/protocol/records/enums.js';
import type { Office } from '../../../src/client/office.js';
import { clockTime } from '../app/format.js';
import { useAction } from '../app/notices.js';
import { useLive, useOffice } from '../app/office-context.js';
import { Button } from '../ui/button.js';
import { Select, TextField } from '../ui/fields.js';
import { Badge, Empty, Page, type Tone } from '../ui/pieces.js';

const all = 'all';
const tones: Readonly<Record<string, Tone>> = { warn: 'wait', error: 'bad', info: 'busy' };

/** Lines of the service since the page was opened, and its answers as they are. */
export default function LogPage() {
  const lines = useLive(({ log }) => log);
  const [level, setLevel] = useState(all);
  const [text, setText] = useState('');
  const entries = lines.map((line) =>
    line.type === 'log'
      ? line
      : { ...line, level: 'error' as const, scope: line.runId ?? 'command' },
  );
  const shown = entries
    .filter((line) => level === all || line.level === level)
    .filter((line) => `${line.scope} ${line.message}`.toLowerCase().includes(text.toLowerCase()))
    .toReversed();
  return (
    <Page
      title="Log"
      about="Warnings, errors and what is worth knowing, since this page was opened."
    >
      <div className="form-grid">
        <Select
          label="Level"
          value={level}
          onChange={setLevel}
          choices={[
            { id: all, label: 'Every level' },
            ...logLevels.map((id) => ({ id, label: id })),
          ]}
        />
        <TextField label="Search" type="search" value={text} onChange={setText} />
      </div>
      {shown.length === 0 ? (
        <Empty title="No line yet">
          <p>Lines appear here as the service writes them. Older ones stand in its own output.</p>
        </Empty>
      ) : (
        <div className="table-wrap" tabIndex={0} role="log" aria-label="Lines">
          <table className="table">
            <tbody>
              {shown.slice(0, 300).map((line, index) => (
                <tr key={`${line.seq ?? line.at}-${index}`}>
                  <td className="mono">{clockTime(line.at)}</td>
                  <td>
                    <Badge tone={tones[line.level] ?? 'plain'}>{line.level}</Badge>
                  </td>
                  <td className="mono">{line.scope}</td>
                  <td>{line.message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Answers />
    </Page>
  );
}

/** Reads of the interface that need no argument. */
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
        What a program gets. <a href="/docs">The explorer</a> has every operation.
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
