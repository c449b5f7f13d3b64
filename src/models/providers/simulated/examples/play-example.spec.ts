import { describe, expect, it } from '@jest/globals';
import { exampleBriefs } from '#protocol/example-briefs.js';
import { toolTexts } from '#protocol/texts/tools.js';
import { simulatedTurnOf } from '../simulated-turn.js';
import { playExample } from './play-example.js';

describe('an example whose tests may not be run', () => {
  const reviewed = (said: string): string => {
    const tools = ['read_file', 'run_shell'].map((name) => ({
      name,
      description: '',
      parameters: {},
    }));
    const told = `<untrusted-content source=tool:run_shell>\n${said}\n</untrusted-content>`;
    const turn = simulatedTurnOf(
      [
        { role: 'user', content: `${exampleBriefs[0]?.brief}\npass 2 of 2: state` },
        { role: 'tool', content: 'the file', toolCallId: 'a' },
        { role: 'tool', content: told, toolCallId: 'b' },
      ],
      tools,
      1,
    );
    return playExample({ ...turn, kind: 'review' })?.text ?? '';
  };

  it('tells what was said to that, without the marks of the office', () => {
    const text = reviewed('Declined.');
    expect(text).toContain('did not run to its end. Declined.');
    expect(text).not.toContain('untrusted');
  });

  it('says that they were refused, without the advice to models', () => {
    expect(reviewed(toolTexts.shellDeclined)).toContain('was refused, so it was not run.');
  });
});
