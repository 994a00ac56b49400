import { getLanguage } from '#lib/messages/locale';
import * as texts from '#messages/front-page';
import styles from './editor-picture.module.css';

/** The editor in the reader's language, by screen width and theme. `npm run screenshots` creates the files. */
export function EditorPicture() {
  return (
    <>
      <ThemedPicture theme="light" />
      <ThemedPicture theme="dark" />
    </>
  );
}

function ThemedPicture({ theme }: { theme: 'light' | 'dark' }) {
  const inLanguage = getLanguage() === 'de' ? '-de' : '';
  return (
    <picture className={styles[theme]}>
      <source
        media="(max-width: 40em)"
        srcSet={`/editor-phone-${theme}${inLanguage}.webp`}
        width={390}
        height={700}
      />
      {/* oxlint-disable-next-line nextjs/no-img-element -- made in its final size */}
      <img
        className={styles['picture']}
        src={`/editor-${theme}${inLanguage}.webp`}
        width={1280}
        height={800}
        alt={texts.picture()}
        // Skips loading pictures of a theme that isn't shown.
        loading="lazy"
        fetchPriority="high"
      />
    </picture>
  );
}
