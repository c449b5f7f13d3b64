import { useSyncExternalStore } from 'react';
import { keep, kept } from './storage.js';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

export const themeNames: Readonly<Record<Theme, string>> = {
  light: 'Light colours',
  dark: 'Dark colours',
  system: 'Colours of the system',
};

const key = 'office-theme';
const listeners = new Set<() => void>();

export function storedTheme(): Theme {
  const stored = kept('local', key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Applies the theme and stores it for the next visit. */
export function applyTheme(theme: Theme): void {
  keep('local', key, theme === 'system' ? null : theme);
  show(theme);
}

/** The chosen theme, also when it was chosen in the command palette or another window. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, storedTheme);
}

/** True if the chosen theme, or the system's, is dark. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribeToColours, isDark);
}

/** Applies the theme without storing it. */
export function show(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

function isDark(): boolean {
  const theme = storedTheme();
  return theme === 'system' ? systemIsDark.matches : theme === 'dark';
}

function subscribeToColours(listener: () => void): () => void {
  const stop = subscribe(listener);
  systemIsDark.addEventListener('change', listener);
  return () => {
    stop();
    systemIsDark.removeEventListener('change', listener);
  };
}

addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) show(storedTheme());
});
