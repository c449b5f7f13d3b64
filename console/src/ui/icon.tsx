const paths = {
  floor: 'M3 21V7l9-4 9 4v14M3 21h18M9 21v-6h6v6M8 10h.01M12 10h.01M16 10h.01',
  runs: 'M4 6h10M4 12h16M4 18h7M17 15l4 3-4 3z',
  approval: 'M12 3l8 3v6c0 5-3.500 8-8 9-4.500-1-8-4-8-9V6zM9 12l2 2 4-4',
  plan: 'M4 5h16v11H9l-5 4zM8 9h8M8 12h5',
  people:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2 20c0-4 3-6 7-6s7 2 7 6M16 4a3.500 3.500 0 0 1 0 7M18 14c2.500.6 4 2.500 4 6',
  models: 'M12 3v3M12 18v3M3 12h3M18 12h3M7 7h10v10H7zM10 10h4v4h-4z',
  costs: 'M4 20V10M10 20V4M16 20v-7M22 20H2',
  plugins: 'M9 3v5M15 3v5M6 8h12v4a6 6 0 0 1-12 0zM12 18v3',
  memory: 'M5 4h11l3 3v13H5zM9 9h6M9 13h6M9 17h3',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  forges:
    'M6 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM6 21a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM18 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM6 9v6M18 9c0 4-6 4-10 7',
  access: 'M8 15a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 11h9M17 11v4M21 11v3',
  log: 'M4 5h16M4 10h16M4 15h10M4 20h7',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.500 1.500M17.500 17.500L19 19M5 19l1.500-1.500M17.500 6.500L19 5',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12l5 5 9-10',
  down: 'M6 9l6 6 6-6',
  right: 'M9 6l6 6-6 6',
  play: 'M7 4l13 8-13 8z',
  stop: 'M6 6h12v12H6z',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  send: 'M4 12l16-8-6 16-3-7z',
  spark: 'M12 3l2 6 6 3-6 2-2 7-2-7-6-2 6-3z',
} as const;

export type IconName = keyof typeof paths;

/** An icon beside a text with the same meaning; screen readers skip it. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}
