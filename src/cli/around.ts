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

/** Consecutive attempts to connect before giving up: about half a minute. */
const attempts = 8;

/** The default address. */
const usualAddress = 'http://127.0.0.1:8787';

interface GlobalOptions {
  readonly url?: string;
  readonly json?: boolean;
}

/** The environment of every command. */
export class Around {
  readonly address: OfficeAddress;
  readonly http: Operations;
  readonly out: Output;
  /** Settles once requests use the environment's proxies. */
  readonly proxied: Promise<void>;

  /** Options that name the office, if another command would not find it by default. */
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

  /** The office over its socket. @throws OfficeUnreachable at once if nobody answers */
  async connect(): Promise<Office> {
    await this.http.health({ signal: this.interrupt.signal });
    return Office.connect(this.address, { attempts, signal: this.interrupt.signal });
  }

  /** A command for this office, ready to be typed. */
  readonly typed = (command: string): string => `${office}${this.place} ${command}`;

  /** The person at the keyboard; the caller closes it. */
  terminal(output: NodeJS.WriteStream = process.stdout): Terminal {
    return new Terminal({
      input: process.stdin,
      output,
      onInterrupt: () => this.interrupt.abort(),
    });
  }
}

/** Returns the exit code; nothing means 0. */
type Handler = (around: Around, command: Command) => Promise<number | undefined | void>;

/** Turns a handler into a function for commander. */
export type Act = (handler: Handler) => (...args: unknown[]) => Promise<void>;
