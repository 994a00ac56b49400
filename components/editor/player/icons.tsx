const shapes = {
  play: 'M7 4.5v15l12.5-7.5z',
  pause: 'M6.5 4.5h4v15h-4zM13.5 4.5h4v15h-4z',
  back: 'M12 5V1.5L6.5 6 12 10.5V7a6 6 0 1 1-6 6H4a8 8 0 1 0 8-8z',
  forward: 'M12 5V1.5L17.5 6 12 10.5V7a6 6 0 1 0 6 6h2a8 8 0 1 1-8-8z',
  sound:
    'M3 9v6h4l5 4.5v-15L7 9zM14.5 8v8a4.5 4.5 0 0 0 0-8zM14.5 3.6v2.1a6.5 6.5 0 0 1 0 12.6v2.1a8.5 8.5 0 0 0 0-16.8z',
  muted:
    'M3 9v6h4l5 4.5v-15L7 9zM21.5 9.4 20.1 8l-2.3 2.3L15.500 8l-1.400 1.400L16.400 12l-2.300 2.600L15.500 16l2.300-2.300L20.100 16l1.400-1.400L19.200 12z',
  repeat:
    'M7 6h9V3l4.500 4-4.500 4V8H7a3 3 0 0 0-3 3v1H2v-1a5 5 0 0 1 5-5zM17 18H8v3l-4.500-4L8 13v3h9a3 3 0 0 0 3-3v-1h2v1a5 5 0 0 1-5 5z',
  zoomIn:
    'M10 3a7 7 0 1 0 4.200 12.600l5 5 1.400-1.400-5-5A7 7 0 0 0 10 3zm0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM9 7v2H7v2h2v2h2v-2h2V9h-2V7z',
  zoomOut:
    'M10 3a7 7 0 1 0 4.200 12.600l5 5 1.400-1.400-5-5A7 7 0 0 0 10 3zm0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM7 9v2h6V9z',
  options: 'M4 6h8v2H4zM18 6h2v2h-2zM14 4h2v6h-2zM4 16h2v2H4zM12 16h8v2h-8zM8 14h2v6H8z',
  close:
    'M6.400 5 5 6.400 10.600 12 5 17.600 6.400 19 12 13.400 17.600 19 19 17.600 13.400 12 19 6.400 17.600 5 12 10.600z',
  fullScreen: 'M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z',
} as const;

/** A sign on a button of the player; the button's label says what it means. */
export function Icon({ shape, size = 20 }: { shape: keyof typeof shapes; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      <path d={shapes[shape]} />
    </svg>
  );
}
