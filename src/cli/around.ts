import type { Command } from 'commander';
import type { OfficeAddress } from '../client/address.js';
import { Operations } from '../client/http/operations.js';
import { Office } from '../client/office.js';
import { loadEnvironment } from '../platform/config/load-config.js';
import { processSource } from '../platform/config/read-environment.js';
import { readUrl } from './brief-arguments.js';
import { addressAt, configuredAddress } from './office-address.js';
import { office } from './command-name.js';
import { Output } from './output.js';
import { Terminal } from './terminal.js';
import { useProxies } from './use-proxies.js';

/** Dials in a row before a connection is given up: about half a minute. */
const attempts = 8;

/** Where a command looks that is told nothing. */
const usualAddress = 'http://127.0.0.1:8787';

interface GlobalOptions {
  readonly url?: string;
  readonly json?: boolean;
}

/** What every command works with. */
export class Around {
  readonly address: OfficeAddress;
  readonly http: Operations;
  readonly out: Output;
  /** Settles once requests take the way that the environment says. */
  readonly proxied: Promise<void>;

  /** Given where the office is not the one that another command would find by itself. */
  private readonly place: string;

  constructor(
    command: Command,
    /** Aborted by Ctrl-C. */
    readonly interrupt: AbortController,
  ) {
    const { url, json = false } = command.optsWithGlobals<GlobalOptions>();
    const environment = loadEnvironment(processSource());
    this.proxied = useProxies(environment);
    this.address =
      url === undefined ? configuredAddress(environment) : addressAt(readUrl(url), environment);
    this.place = this.address.url === usualAddress ? '' : ` --url ${this.address.url}`;
    this.http = Operations.at(this.address);
    this.out = new Output(process.stdout, json);
  }

  /** The office over its socket. @throws OfficeUnreachable at once when nobody answers */
  async connect(): Promise<Office> {
    await this.http.health({ signal: this.interrupt.signal });
    return Office.connect(this.address, { attempts, signal: this.interrupt.signal });
  }

  /** A command at this office, as the person can type it. */
  readonly typed = (command: string): string => `${office}${this.place} ${command}`;

  /** The person at the keyboard; to be closed. */
  terminal(output: NodeJS.WriteStream = process.stdout): Terminal {
    return new Terminal({
      input: process.stdin,
      output,
      onInterrupt: () => this.interrupt.abort(),
    });
  }
}

/** Answers the exit code; nothing is 0. */
type Handler = (around: Around, command: Command) => Promise<number | undefined | void>;

/** Turns a handler into what commander calls. */
export type Act = (handler: Handler) => (...args: unknown[]) => Promise<void>;
