import { describe, expect, it, jest } from '@jest/globals';
import { sampleApproval, sampleRun, sampleTurn } from '../../test/support/sample-records.js';
import type { ServerEvent } from '../protocol/events.js';
import type { Approval, Run } from '../protocol/records/work.js';
import { RunFollower } from './follow-run.js';

const at = 1000;

function follower() {
  const printed: string[] = [];
  const desk = { request: jest.fn(), withdraw: jest.fn() };
  const ping = jest.fn();
  const onEnd = jest.fn();
  const print = (lines: readonly string[]) => void printed.push(...lines);
  const it = new RunFollower({ run: sampleRun(), print, desk, ping, onEnd });
  return { it, printed, desk, ping, onEnd };
}

function updated(fields: Partial<Run>): ServerEvent {
  return { type: 'run.updated', at, run: sampleRun(fields) };
}

function hello(runs: Run[], approvals: Approval[] = []): ServerEvent {
  const state = { activeWorkspaceId: 'default', employees: [], runs, approvals };
  return { type: 'hello', at, state } as unknown as ServerEvent;
}

describe('RunFollower', () => {
  it('tells its own run', () => {
    const { it, printed } = follower();
    it.take({ type: 'turn.started', at, turn: sampleTurn() });
    it.take({ type: 'turn.started', at, turn: sampleTurn({ runId: 'run_other' }) });
    expect(printed).toEqual(['  engineer: Write the code (mock-standard, standard)']);
  });

  it('tells why the office refused a command', () => {
    const { it, printed } = follower();
    it.take({ type: 'error', at, message: 'Approval "a" is no longer pending.' });
    it.take({ type: 'error', at, message: 'not ours', runId: 'run_other' });
    expect(printed).toEqual(['  ! Approval "a" is no longer pending.']);
  });

  it('brings approvals to the desk and takes them away again', () => {
    const { it, desk } = follower();
    const approval = sampleApproval();
    it.take({ type: 'approval.requested', at, approval });
    expect(desk.request).toHaveBeenCalledWith(approval, expect.any(Function));
    it.take({ type: 'approval.decided', at, approval: { ...approval, status: 'rejected' } });
    expect(desk.withdraw).toHaveBeenCalledWith(approval.id);
  });

  it('ends once, when the run is final', () => {
    const { it, onEnd } = follower();
    it.take(updated({ status: 'awaiting-approval' }));
    expect(onEnd).not.toHaveBeenCalled();
    it.take(updated({ id: 'run_other', status: 'done' }));
    expect(onEnd).not.toHaveBeenCalled();
    it.take(updated({ status: 'failed' }));
    it.take(updated({ status: 'failed' }));
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  it('is silent after the end', () => {
    const { it, printed } = follower();
    it.take(updated({ status: 'done' }));
    it.take({ type: 'turn.started', at, turn: sampleTurn() });
    expect(printed).toEqual([]);
  });

  describe('after a lost line', () => {
    it('asks again what is still pending', () => {
      const { it, desk } = follower();
      const foreign = sampleApproval({ id: 'appr_other', runId: 'run_other' });
      it.take(hello([sampleRun()], [sampleApproval(), foreign]));
      expect(desk.request).toHaveBeenCalledTimes(1);
    });

    it('hears the replay of a run that ended meanwhile, and then ends', () => {
      const { it, onEnd, ping, printed } = follower();
      it.take(hello([sampleRun({ status: 'done' })]));
      expect(ping).toHaveBeenCalledTimes(1);
      it.take({ type: 'turn.started', at, turn: sampleTurn() });
      expect(onEnd).not.toHaveBeenCalled();
      it.take(updated({ status: 'done' }));
      it.take({ type: 'pong', at });
      expect(onEnd).toHaveBeenCalledTimes(1);
      expect(printed).toHaveLength(1);
    });

    it('ends at the pong when too much was missed for a replay', () => {
      const { it, onEnd } = follower();
      it.take(hello([sampleRun({ status: 'cancelled' })]));
      it.take({ type: 'pong', at });
      expect(onEnd).toHaveBeenCalledTimes(1);
    });

    it('goes on with a run that goes on', () => {
      const { it, onEnd, ping } = follower();
      it.take(hello([sampleRun()]));
      it.take({ type: 'pong', at });
      expect(ping).not.toHaveBeenCalled();
      expect(onEnd).not.toHaveBeenCalled();
    });
  });
});
