import * as texts from '#messages/front-page';
import styles from './editor-picture.module.css';

/** The editor on a wide or narrow screen, light or dark by the page's theme; `npm run screenshots` makes the files. */
export function EditorPicture() {
  return (
    <>
      <ThemedPicture theme="light" />
      <ThemedPicture theme="dark" />
    </>
  );
}

function ThemedPicture({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <picture className={styles[theme]}>
      <source media="(max-width: 40em)" srcSet={`/editor-phone-${theme}.webp`} width={390} height={700} />
      {/* oxlint-disable-next-line nextjs/no-img-element -- made in its final size */}
      <img
        className={styles['picture']}
        src={`/editor-${theme}.webp`}
        width={1280}
        height={800}
        alt={texts.picture()}
        // Of a theme that isn't shown, nothing is loaded.
        loading="lazy"
        fetchPriority="high"
      />
    </picture>
  );
}
