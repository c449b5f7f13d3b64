import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../../platform/config/office-config.js';
import type { SignInSettings } from '../../platform/config/sign-in-settings.js';

/** How people sign in. */
@Injectable()
export class SignInConfig {
  constructor(private readonly config: OfficeConfig) {}

  /** Null: they do not. */
  get settings(): SignInSettings | null {
    return this.config.signIn;
  }

  /** True: every caller needs a token or a session. */
  get isSet(): boolean {
    return this.settings !== null;
  }

  /** True: some group gives the right to administer. */
  get mayAdminister(): boolean {
    return [...(this.settings?.groups.values() ?? [])].some((given) =>
      given.includes('administer'),
    );
  }

  /** The address of the page, as the operator says it, without a slash at its end. */
  get publicUrl(): string | null {
    return this.config.publicUrl;
  }

  /** Path below which the service is asked for. */
  get basePath(): string {
    return this.config.http.basePath;
  }
}
