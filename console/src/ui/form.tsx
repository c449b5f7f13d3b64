import {
  createContext,
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { OfficeRefusal } from '#client/errors.js';
import { toldWords } from '#protocol/rules/told-words.js';
import { notify, useAction } from '../app/notices.js';
import { AmountField } from './amount-field.js';
import { Select, TextField } from './fields.js';

/** A refusal of a form by the service. */
interface Refused {
  readonly field: string;
  readonly message: string;
}

interface FormState {
  /** The last refusal that names a field which is shown. */
  readonly refused: Refused | null;
  readonly forget: () => void;
  /** The names of the shown fields, each with those beside it. */
  readonly shown: Set<readonly string[]>;
}

const FormContext = createContext<FormState | null>(null);

/**
 * An action of a form. A refusal that names a field is shown at that field, which gets the focus;
 * other failures are shown as notices.
 */
export function useForm(): {
  readonly busy: boolean;
  readonly form: FormState;
  /** Resolves to whether it succeeded. */
  readonly send: (what: () => unknown, done?: string) => Promise<boolean>;
} {
  const { busy, act } = useAction();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [shown] = useState(() => new Set<readonly string[]>());
  const forget = useCallback(() => setRefused(null), []);
  const send = useCallback(
    async (what: () => unknown, done?: string) => {
      setRefused(null);
      let found: Refused | null = null;
      const hasEnded = await act(async () => {
        try {
          await what();
        } catch (thrown) {
          found = refusedIn(thrown, shown);
          if (found === null) throw thrown;
        }
      });
      setRefused(found);
      const isDone = hasEnded && found === null;
      if (isDone && done !== undefined) notify(done);
      return isDone;
    },
    [act, shown],
  );
  return { busy, send, form: { refused, forget, shown } };
}

function refusedIn(thrown: unknown, shown: ReadonlySet<readonly string[]>): Refused | null {
  const field = thrown instanceof OfficeRefusal ? thrown.field : undefined;
  if (field === undefined || ![...shown].some((names) => names.includes(field))) return null;
  return { field, message: toldWords((thrown as OfficeRefusal).message) };
}

/** The frame around the fields of a form. */
export function Form({
  state,
  children,
}: {
  readonly state: FormState;
  readonly children: ReactNode;
}) {
  return <FormContext value={state}>{children}</FormContext>;
}

/** The refusal of a field by any of its names; null: there is none. */
export function useRefused(names: readonly string[]): Refused | null {
  const form = useContext(FormContext);
  const key = names.join(' ');
  useLayoutEffect(() => {
    const own = key.split(' ');
    form?.shown.add(own);
    return () => void form?.shown.delete(own);
  }, [form?.shown, key]);
  const refused = form?.refused ?? null;
  return refused !== null && names.includes(refused.field) ? refused : null;
}

/** The message of a refusal, with the label of its field instead of the field's name. */
export function saidOf({ field, message }: Refused, label: string): string {
  return message.replace(`"${field}"`, `“${label}”`);
}

/** Focuses the refused element, at each refusal. */
export function useRefusedFocus<T extends HTMLElement>(
  refused: Refused | null,
): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => {
    if (refused !== null) ref.current?.focus();
  }, [refused]);
  return ref;
}

interface Named {
  /** Name of the field in requests. */
  readonly name: string;
  /** Names of values without a field, whose refusals are shown at this one. */
  readonly others?: readonly string[];
}

function useNamed<T extends HTMLElement>(
  { name, others = [] }: Named,
  label: string,
  onChange: (value: string) => void,
) {
  const refused = useRefused([name, ...others]);
  const forget = useContext(FormContext)?.forget;
  const ref = useRefusedFocus<T>(refused);
  const change = (value: string) => {
    if (refused !== null) forget?.();
    onChange(value);
  };
  // A refusal of another value names that value.
  const problem = refused?.field === name ? saidOf(refused, label) : refused?.message;
  return { ref, change, problem };
}

/** A text field that shows what the service refuses of it. */
export function FormText({
  name,
  others = [],
  ...props
}: ComponentProps<typeof TextField> & Named) {
  const { ref, change, problem } = useNamed<HTMLInputElement & HTMLTextAreaElement>(
    { name, others },
    props.label,
    props.onChange,
  );
  const refused = problem !== undefined && { isInvalid: true, hint: problem };
  return <TextField {...props} {...refused} onChange={change} inputRef={ref} />;
}

/** A field for money that shows what the service refuses of it. */
export function FormAmount({ name, ...props }: ComponentProps<typeof AmountField> & Named) {
  const { ref, change, problem } = useNamed<HTMLInputElement & HTMLTextAreaElement>(
    { name },
    props.label,
    props.onChange,
  );
  const refused = problem !== undefined && { isInvalid: true, hint: problem };
  return <AmountField {...props} {...refused} onChange={change} inputRef={ref} />;
}

/** A choice that shows what the service refuses of it. */
export function FormSelect({ name, ...props }: ComponentProps<typeof Select> & Named) {
  const { ref, change, problem } = useNamed<HTMLButtonElement>(
    { name },
    props.label,
    props.onChange,
  );
  return (
    <Select
      {...props}
      onChange={change}
      buttonRef={ref}
      {...(problem !== undefined && { problem })}
    />
  );
}

/** A folded part of a form, which unfolds for a refusal of one of its fields. */
export function FoldedFields({
  summary,
  names,
  children,
}: {
  readonly summary: string;
  readonly names: readonly string[];
  readonly children: ReactNode;
}) {
  const [wasOpen, setOpen] = useState(false);
  const isRefused = useRefused(names) !== null;
  const isOpen = wasOpen || isRefused;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && <div className="folded-part">{children}</div>}
    </details>
  );
}
