import { useEffect } from 'react';
import { useOfficeState } from '../app/office-context.js';
import icon from '../icon.svg';

const soundKey = 'office-sound';

export function isSoundOn(): boolean {
  return localStorage.getItem(soundKey) === 'on';
}

export function setSound(isOn: boolean): void {
  if (isOn) localStorage.setItem(soundKey, 'on');
  else localStorage.removeItem(soundKey);
}

/** Says outside of the page that someone waits: title, badge, and, if allowed, sound and message. */
export function useApprovalSignals(): void {
  const waiting = useOfficeState((state) => state.approvals.length);
  const newest = useOfficeState((state) => state.approvals.at(-1)?.id ?? null);
  const floor = useOfficeState((state) => nameOfFloor(state.workspaces, state.activeWorkspaceId));
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) Approval needed · Office` : `${floor} · Office`;
    setBadge(waiting > 0);
  }, [waiting, floor]);
  useEffect(() => {
    if (newest === null) return;
    if (isSoundOn()) beep();
    if (document.hidden && 'Notification' in window && Notification.permission === 'granted') {
      new Notification('An employee asks for approval', { tag: newest });
    }
  }, [newest]);
}

function nameOfFloor(floors: readonly { id: string; name: string }[], active: string): string {
  return floors.find(({ id }) => id === active)?.name ?? 'Office';
}

const dotted = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f766e"/><circle cx="21" cy="11" r="9" fill="#f59e0b"/></svg>',
)}`;

function setBadge(isOn: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link !== null) link.href = isOn ? dotted : icon;
}

/** Two short notes. Browsers keep quiet until the page was clicked once. */
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
