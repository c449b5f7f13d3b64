import fc from 'fast-check';

/** Values by field name that a new office knows, or that a client would send. */
const likely: Readonly<Record<string, readonly unknown[]>> = {
  workspaceId: ['default', 'garden', 'garden-2', 'nowhere'],
  roleId: ['ceo', 'cto', 'backend-dev-1', 'nobody'],
  employeeId: ['ceo', 'cto', 'backend-dev-1', 'nobody'],
  runId: ['run_1', 'unknown'],
  pipelineId: ['quick-answer', 'unknown'],
  brief: ['What is a lease?'],
  text: ['Good morning.', 'The house style is plain.'],
  name: ['Garden', 'Mill'],
  folder: ['garden', '../out'],
  path: ['garden', '/proc/self'],
  color: ['#00ff00', 'green'],
  q: ['lease', '"', 'a AND', '*'],
  limit: [1, 0, -1, 1e9, 'x'],
  before: ['x', 1],
  url: ['http://127.0.0.1:1/', 'file:///etc/passwd', 'x'],
  scope: ['installation', 'workspace', 'role'],
  kind: ['decision', 'fact', 'preference'],
  posture: ['cheap', 'balanced', 'quality'],
  allowedTools: ['read_file', 'think', 'nothing'],
  skillIds: ['debugging', 'nothing'],
  seatId: ['seat-1'],
  branch: ['work', '--upload-pack=x', '../x'],
  departmentId: ['engineering'],
  id: ['default', 'garden', 'run_1', 'mem_1', 'openai', 'mock', 'com.example.none', '__proto__'],
};

/** Undefined if nothing is known about the name. */
export function likelyFor(name: string): fc.Arbitrary<unknown> | undefined {
  const values = Object.hasOwn(likely, name) ? likely[name] : undefined;
  return values && fc.constantFrom(...values);
}
