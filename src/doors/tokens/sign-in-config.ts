import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../../platform/config/office-config.js';
import type { SignInSettings } from '../../platform/config/sign-in-settings.js';

/** Configuration of sign-ins. */
@Injectable()
export class SignInConfig {
  constructor(private readonly config: OfficeConfig) {}

  /** Null: people do not sign in. */
  get settings(): SignInSettings | null {
    return this.config.signIn;
  }

  /** True: every caller needs a token or a session. */
  get isSet(): boolean {
    return this.settings !== null;
  }

  /** True if some group gives the right to administer. */
  get mayAdminister(): boolean {
    return [...(this.settings?.groups.values() ?? [])].some((given) =>
      given.includes('administer'),
    );
  }

  /** The configured address of the page, without a slash at its end. */
  get publicUrl(): string | null {
    return this.config.publicUrl;
  }

  /** Path under which the service is served. */
  get basePath(): string {
    return this.config.http.basePath;
  }
}
