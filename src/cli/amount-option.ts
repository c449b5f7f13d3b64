import { InvalidArgumentError } from 'commander';

/** Reads the number of an option; an empty text is none, and stays. @throws InvalidArgumentError */
export function amountOrNone(text: string): number | '' {
  return text === '' ? text : amount(text);
}

/** Reads the number of an option. @throws InvalidArgumentError */
export function amount(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) {
    throw new InvalidArgumentError('It is no number.');
  }
  return value;
}
