import * as texts from '#messages/front-page';
import styles from './editor-picture.module.css';

/** The editor as it looks on the reader's screen: wide or narrow, light or dark. `npm run screenshots` makes the files. */
export function EditorPicture() {
  return (
    <picture>
      <source media={`${narrow} and ${dark}`} srcSet="/editor-phone-dark.webp" width={390} height={700} />
      <source media={narrow} srcSet="/editor-phone-light.webp" width={390} height={700} />
      <source media={dark} srcSet="/editor-dark.webp" width={1280} height={800} />
      {/* oxlint-disable-next-line nextjs/no-img-element -- made in its final size */}
      <img
        className={styles['picture']}
        src="/editor-light.webp"
        width={1280}
        height={800}
        alt={texts.picture()}
        fetchPriority="high"
      />
    </picture>
  );
}

const narrow = '(max-width: 40em)';
const dark = '(prefers-color-scheme: dark)';
