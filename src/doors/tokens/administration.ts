import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { SignInConfig } from './sign-in-config.js';

/** Whether somebody can administer the office even if all of its tokens end. */
@Injectable()
export class Administration {
  constructor(
    private readonly config: OfficeConfig,
    private readonly signIn: SignInConfig,
  ) {}

  get isEnsured(): boolean {
    return this.config.security.apiToken !== null || this.signIn.mayAdminister;
  }
}
