import { useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../ui/button.js';

/**
 * A list whose entries can be changed, added and removed. The focus goes to an added entry, and
 * after a removal to the nearest one.
 */
export function PlanRows<Row extends object>({
  title,
  entry,
  rows,
  added,
  onChange,
  show,
}: {
  readonly title: string;
  /** Name of one entry. */
  readonly entry: string;
  readonly rows: readonly Row[];
  /** A new entry. */
  readonly added: Row;
  readonly onChange: (rows: readonly Row[]) => void;
  readonly show: (row: Row, set: (row: Row) => void, number: number) => ReactNode;
}) {
  const list = useRef<HTMLFieldSetElement>(null);
  const focus = (selector: string) => list.current?.querySelector<HTMLElement>(selector)?.focus();
  const add = () => {
    flushSync(() => onChange([...rows, added]));
    focus(`[data-row="${rows.length}"] :is(button, input)`);
  };
  const takeOut = (index: number) => {
    const left = rows.toSpliced(index, 1);
    flushSync(() => onChange(left));
    const nearest = Math.min(index, left.length - 1);
    focus(`[data-row="${nearest}"] > button, :scope > button`);
  };
  return (
    <fieldset className="plan-rows stack tight" ref={list}>
      <legend>{title}</legend>
      {rows.map((row, index) => (
        <div key={index} className="card stack tight" data-row={index}>
          {show(row, (changed) => onChange(rows.with(index, changed)), index + 1)}
          <Button aria-label={`Take it out: ${entry} ${index + 1}`} onPress={() => takeOut(index)}>
            Take it out
          </Button>
        </div>
      ))}
      <Button onPress={add}>{`Add to "${title}"`}</Button>
    </fieldset>
  );
}
