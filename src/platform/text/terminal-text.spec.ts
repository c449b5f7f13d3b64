import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { terminalText } from './terminal-text.js';

const esc = '\x1b';

describe('terminalText', () => {
  it.each([
    ['a line that is written again', '10%\r20%\r100%\n', '100%\n'],
    ['without a line end', 'a\n 10%\r 20%', 'a\n 20%'],
    ['that ends with a carriage return', '10%\r20%\r', '20%'],
    ['among lines that stay', 'begun\n1/3\r2/3\r3/3\nended\n', 'begun\n3/3\nended\n'],
    ['several in a row', 'a 1\ra 2\nb 1\rb 2\n', 'a 2\nb 2\n'],
    ['shorter than what stood there: its rest stays', 'Downloading\rDone\n', 'Doneloading\n'],
    ['padded with blanks', 'Downloading\rDone       \n', 'Done       \n'],
    ['line ends of Windows', 'one\r\ntwo\r\n', 'one\r\ntwo\r\n'],
    ['and progress among them', 'one\r\n1%\r2%\r\ntwo\r\n', 'one\n2%\ntwo\n'],
    ['a doubled carriage return', 'one\r\r\ntwo', 'one\ntwo'],
    ['an erased line', `Downloading${esc}[2K\rDone\n`, 'Done\n'],
    ['an erased rest', `Downloading\rDone${esc}[K\n`, 'Done\n'],
    ['the same with a parameter', `Downloading\rDone${esc}[0K\n`, 'Done\n'],
    ['a spinner of backspaces', 'wait |\b/\b-\b\\\b done', 'wait  done'],
    ['backspaces over a number', '10%\b\b\b20%\b\b\b30%\n', '30%\n'],
    ['a spinner that sets the column', `- work${esc}[1G\\ work${esc}[1G| work\n`, '| work\n'],
    ['bold by overstriking', 'N\bNA\bAM\bME\bE\n', 'NAME\n'],
    ['wide characters', '進捗 1\r進捗 2\r進捗 3\n', '進捗 3\n'],
    ['a bar in colour', `${esc}[32m##${esc}[0m  \r${esc}[32m####${esc}[0m\n`, '####\n'],
    ['a title beside it', `${esc}]0;1%\x07 1%\r${esc}]0;2%\x07 2%\n`, ' 2%\n'],
    [
      'lines drawn again from above',
      `a: wait\nb: wait\n${esc}[2A${esc}[2Ka: pull\n${esc}[2Kb: wait\n${esc}[2A${esc}[2Ka: done\n${esc}[2Kb: done\nend\n`,
      'a: done\nb: done\nend\n',
    ],
    [
      'lines erased upwards',
      `one\ntwo\n${esc}[2K${esc}[1A${esc}[2K${esc}[1A${esc}[2K${esc}[Gthree\n`,
      'three\n\n',
    ],
    ['all below erased', `head\n1\n2\n${esc}[2F${esc}[Jdone\n`, 'head\ndone\n'],
    ['a cleared screen, which loses nothing', `error\n${esc}[2J${esc}[Hfine\n`, 'error\nfine\n'],
    ['a reset terminal, likewise', `error${esc}cfine\n`, 'error\nfine\n'],
  ])('shows %s', (_kind, sent, shown) => {
    expect(terminalText(sent)).toBe(shown);
  });

  it('leaves a text alone that moves nothing', () => {
    for (const text of [
      '',
      'a\tb\n\n',
      `${esc}[31mred${esc}[0m\n`,
      `${esc}]0;title\x07x`,
      'ü\n👩‍💻',
    ]) {
      expect(terminalText(text)).toBe(text);
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const still = ['\r', '\b', esc, '\x9b'].reduce(
          (left, one) => left.replaceAll(one, ''),
          text,
        );
        expect(terminalText(still)).toBe(still);
      }),
    );
  });

  const sent = fc
    .array(
      fc.oneof(
        fc.constantFrom('\r', '\n', '\r\n', '\b', `${esc}[`, '\x9b', `${esc}]`, `${esc}c`, '\x07'),
        fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K', 'm', '2', '0', ';', '?'),
        fc.string({ unit: 'binary' }),
      ),
      { maxLength: 40 },
    )
    .map((pieces) => pieces.join(''));

  it('changes nothing more when done twice, and moves nothing any more', () => {
    fc.assert(
      fc.property(sent, (text) => {
        const shown = terminalText(text);
        expect(terminalText(shown)).toBe(shown);
        expect(shown).not.toMatch(/\r(?!\n)|[\b]/);
      }),
    );
  });

  it('shows of lines written again the last one, where each covers the one before', () => {
    const states = fc.array(fc.stringMatching(/^[\w %]{8}$/), { minLength: 1 });
    fc.assert(
      fc.property(fc.array(states, { minLength: 1 }), (lines) => {
        const drawn = lines.map((line) => line.join('\r')).join('\n');
        expect(terminalText(drawn)).toBe(lines.map((line) => line.at(-1)).join('\n'));
      }),
    );
  });

  it.each(
    [
      '\b',
      'x\b',
      '\rx',
      `${esc}[2Kx`,
      `${esc}[A\n`,
      `\n${esc}[99A`,
      `${esc}[`,
      `${esc}[999999Cx`,
    ].map((unit) => [JSON.stringify(unit), unit]),
  )('takes time in proportion to 500,000 characters of %s', (_shown, unit) => {
    const long = 'y'.repeat(250_000) + unit.repeat(Math.ceil(250_000 / unit.length));
    const started = performance.now();
    expect(terminalText(long).length).toBeLessThanOrEqual(long.length);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
