import { describe, expect, it } from '@jest/globals';
import { exampleBriefs } from '#protocol/example-briefs.js';
import { simulatedTurnOf } from '../simulated-turn.js';
import { playExample } from './play-example.js';

describe('an example whose tests may not be run', () => {
  it('tells what was said to that, without the marks of the office', () => {
    const tools = ['read_file', 'run_shell'].map((name) => ({
      name,
      description: '',
      parameters: {},
    }));
    const told = '<untrusted-content source=tool:run_shell>\nDeclined.\n</untrusted-content>';
    const turn = simulatedTurnOf(
      [
        { role: 'user', content: `${exampleBriefs[0]?.brief}\npass 2 of 2: state` },
        { role: 'tool', content: 'the file', toolCallId: 'a' },
        { role: 'tool', content: told, toolCallId: 'b' },
      ],
      tools,
      1,
    );
    const text = playExample({ ...turn, kind: 'review' })?.text ?? '';
    expect(text).toContain('did not run to its end. Declined.');
    expect(text).not.toContain('untrusted');
  });
});
