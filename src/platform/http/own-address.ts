import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { OfficeConfig } from '../config/office-config.js';

/** The address under which people reach the service, as far as the service knows it. */
@Injectable()
export class OwnAddress {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly config: OfficeConfig,
  ) {}

  /** Without a trailing slash; without `OFFICE_PUBLIC_URL` an address of this machine. */
  get url(): string {
    const { publicUrl, http } = this.config;
    return publicUrl ?? `http://127.0.0.1:${this.port}${http.basePath}`;
  }

  /** With port 0, the actual port is known once it is open. */
  private get port(): number {
    const { port } = this.config.http;
    if (port !== 0) return port;
    const server = this.host.httpAdapter.getHttpServer() as Server;
    const address = server.address() as AddressInfo | null;
    return address?.port ?? port;
  }
}
