import { describe, expect, it } from '@jest/globals';
import type { Tool } from '#tools/tool.js';
import { type CallAnswer, checkCall } from './check-call.js';

const tool: Tool = {
  name: 'read_file',
  description: '',
  parameters: { type: 'object' },
  pluginId: null,
  readOnly: true,
  run: async () => ({ ok: true, content: '' }),
};

interface Call {
  readonly argumentsJson?: string;
  readonly granted?: readonly string[];
  readonly registered?: boolean;
}

function judge({
  argumentsJson = '{}',
  granted = ['read_file', 'think'],
  registered = true,
}: Call) {
  const request = { id: 'call_1', name: 'read_file', argumentsJson };
  return checkCall(request, granted, 'dev', registered ? tool : undefined);
}

function refusal(call: Call): CallAnswer {
  const judgement = judge(call);
  if (judgement.allowed) throw new Error('the call was allowed');
  return judgement.answer;
}

describe('a call that the output limit cut', () => {
  it('is answered with the limit and the way out, not with what is wrong with its JSON', () => {
    const request = { name: 'read_file', argumentsJson: '{"path":"a', cutAt: 4096 };
    const judgement = checkCall(request, ['read_file'], 'dev', tool);
    expect(judgement).toMatchObject({ allowed: false, answer: { status: 'error' } });
    const said = judgement.allowed ? '' : judgement.answer.content;
    expect(said).toContain('cut at 4096 tokens');
    expect(said).toContain('Write it in parts');
  });

  it('is made all the same when its arguments are whole', () => {
    const request = { name: 'read_file', argumentsJson: '{}', cutAt: 4096 };
    expect(checkCall(request, ['read_file'], 'dev', tool).allowed).toBe(true);
  });
});

describe('a call that may be made', () => {
  it.each([
    ['{"path":"a"}', { path: 'a' }],
    ['{}', {}],
    ['', {}],
    ['  \n', {}],
  ])('reads %j as arguments', (argumentsJson, args) => {
    expect(judge({ argumentsJson })).toEqual({ allowed: true, tool, args });
  });
});

describe('a call that may not', () => {
  it('is denied when the role does not hold the tool, and the model is told what it holds', () => {
    const { status, preview, content, affectsPaths } = refusal({ granted: ['think', 'recall'] });
    expect(status).toBe('denied');
    expect(preview).toBe('refused: read_file is not granted to dev');
    expect(content).toContain('think, recall');
    expect(affectsPaths).toEqual([]);
  });

  it('is denied when there is no such tool', () => {
    expect(refusal({ registered: false })).toMatchObject({
      status: 'denied',
      preview: 'unknown tool read_file',
    });
  });

  it('is refused for the grant before anything else is looked at', () => {
    const { preview } = refusal({ granted: [], registered: false, argumentsJson: 'x' });
    expect(preview).toBe('refused: read_file is not granted to dev');
  });

  it.each(['[1]', 'null', '"text"', '7', '{"path":', 'path=a'])(
    'fails on arguments that are not one JSON object: %s',
    (argumentsJson) => {
      const { status, preview, content } = refusal({ argumentsJson });
      expect(status).toBe('error');
      expect(preview).toMatch(/^bad arguments: .+/);
      expect(content).toContain(preview);
    },
  );
});
