import { useEffect, useRef } from 'react';
import type { Approval } from '#protocol/records/work.js';
import { useOffice, useOfficeState } from '../app/office-context.js';
import { usePageName } from '../app/page-name.js';
import { keep, kept } from '../app/storage.js';
import icon from '../icon.svg';
import { isWanted, subscriptionId } from '../push/wish.js';
import { titleOf, unannounced } from './announcements.js';

const soundKey = 'office-sound';

export function isSoundOn(): boolean {
  return kept('local', soundKey) === 'on';
}

export function setSound(isOn: boolean): void {
  keep('local', soundKey, isOn ? 'on' : null);
}

/**
 * Announces waiting approvals outside of the page: title, badge and, if switched on, sound and message.
 */
export function useApprovalSignals(): void {
  const approvals = useOfficeState((state) => state.approvals);
  const floor = useOfficeState(
    ({ workspaces, activeWorkspaceId }) =>
      workspaces.find(({ id }) => id === activeWorkspaceId)?.name ?? '',
  );
  const { http } = useOffice();
  const page = usePageName();
  const waiting = approvals.length;
  const announced = useRef(new Set<string>());
  useEffect(() => {
    document.title = titleOf(page, floor, waiting);
  }, [page, floor, waiting]);
  useEffect(() => setBadge(waiting > 0), [waiting]);
  useEffect(() => {
    const isSettled = isWanted() ? !isAllowed() : subscriptionId() === null;
    if (isSettled) return;
    import('../push/subscription.js').then(({ settle }) => settle(http)).catch(() => undefined);
  }, [http]);
  useEffect(() => {
    const found = unannounced(approvals, announced.current);
    for (const { id } of found) announced.current.add(id);
    if (found.length > 0 && isSoundOn()) beep();
    if (document.hidden) found.forEach(showMessage);
  }, [approvals]);
}

const dotted = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f766e"/><circle cx="21" cy="11" r="9" fill="#f59e0b"/></svg>',
)}`;

function setBadge(isOn: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link !== null) link.href = isOn ? dotted : icon;
}

function isAllowed(): boolean {
  return 'Notification' in window && Notification.permission === 'granted';
}

function showMessage({ id, summary }: Approval): void {
  if (!isAllowed() || !isWanted()) return;
  try {
    const message = new Notification('An employee asks for approval', { tag: id, body: summary });
    message.onclick = () => {
      window.focus();
      message.close();
    };
  } catch {
    // Chrome for Android has the class but allows it only in service workers.
  }
}

/** Two short notes. Browsers stay silent until the page was clicked once. */
export function beep(): void {
  const audio = new AudioContext();
  for (const [index, pitch] of [660, 880].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const begins = audio.currentTime + index * 0.16;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, begins);
    volume.gain.exponentialRampToValueAtTime(0.001, begins + 0.15);
    tone.connect(volume).connect(audio.destination);
    tone.start(begins);
    tone.stop(begins + 0.16);
  }
  setTimeout(() => void audio.close(), 600);
}
