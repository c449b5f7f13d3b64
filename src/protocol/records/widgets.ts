/** The closed set of panel widgets. */
export type Widget =
  MetricWidget | KeyValueWidget | TableWidget | ListWidget | BarsWidget | NoteWidget;

export interface MetricWidget {
  readonly kind: 'metric';
  readonly label: string;
  readonly value: string;
  readonly unit?: string;
  readonly hint?: string;
}

export interface KeyValueWidget {
  readonly kind: 'keyValue';
  readonly label: string;
  readonly rows: readonly { readonly key: string; readonly value: string }[];
}

export interface TableWidget {
  readonly kind: 'table';
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ListWidget {
  readonly kind: 'list';
  readonly label: string;
  readonly items: readonly string[];
}

export interface BarsWidget {
  readonly kind: 'bars';
  readonly label: string;
  readonly bars: readonly {
    readonly label: string;
    readonly value: number;
    readonly max?: number;
  }[];
}

export interface NoteWidget {
  readonly kind: 'note';
  readonly text: string;
}
