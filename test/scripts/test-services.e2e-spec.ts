import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadScript } from '../support/load-script.js';

interface Service {
  readonly name: string;
  readonly variable: string;
  readonly url: string;
  readonly answers: () => Promise<void>;
}
interface TestServices {
  findTestServices(
    environment: Readonly<Record<string, string>>,
    services: readonly Service[],
  ): Promise<Readonly<Record<string, string>>>;
}

describe('scripts/test-services.mjs', () => {
  let services: TestServices;
  const silent = { name: 'Ledger', variable: 'LEDGER_URL', url: 'ledger://127.0.0.1:1' };
  const missing = { ...silent, answers: () => Promise.reject(new Error('connection refused')) };
  const serving = { ...silent, answers: () => Promise.resolve() };

  beforeAll(async () => {
    services = await loadScript('test-services.mjs');
  });

  it('tells the address of what serves', async () => {
    await expect(services.findTestServices({}, [serving])).resolves.toEqual({
      LEDGER_URL: 'ledger://127.0.0.1:1',
    });
  });

  it('leaves an address that is set', async () => {
    const environment = { LEDGER_URL: 'ledger://elsewhere', CI: 'true' };
    await expect(services.findTestServices(environment, [missing])).resolves.toEqual({});
  });

  it('goes on without what does not serve', async () => {
    await expect(services.findTestServices({}, [missing])).resolves.toEqual({});
  });

  it('is an error in CI', async () => {
    await expect(services.findTestServices({ CI: 'true' }, [missing])).rejects.toThrow(
      'CI needs Ledger: ledger://127.0.0.1:1 does not serve (connection refused).',
    );
  });
});
