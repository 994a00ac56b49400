import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/* Recordings that are not jobs yet, stored piece by piece: a crash or lost network takes at most the last second. */

/** A recording, without its sound. */
export interface StoredRecording {
  id: string;
  /** The id of the account that it was made in. */
  owner: string;
  name: string;
  /** The media type of its pieces, one after the other. */
  type: string;
  /** In milliseconds since 1970. */
  startedAt: number;
  seconds: number;
  /** Its upload, once one was begun. */
  uploadId?: string;
}

interface RecordingSchema extends DBSchema {
  recordings: { key: string; value: StoredRecording };
  pieces: { key: [string, number]; value: { recordingId: string; index: number; data: ArrayBuffer } };
}

let opened: Promise<IDBPDatabase<RecordingSchema>> | undefined;

function open(): Promise<IDBPDatabase<RecordingSchema>> {
  opened ??= openDB<RecordingSchema>('longhand-recordings', 1, {
    upgrade(made) {
      made.createObjectStore('recordings', { keyPath: 'id' });
      made.createObjectStore('pieces', { keyPath: ['recordingId', 'index'] });
    },
    terminated() {
      opened = undefined;
    },
  });
  opened.catch(() => (opened = undefined));
  return opened;
}

/** Stores what is known of a recording, in place of what was. */
export async function putRecording(recording: StoredRecording): Promise<void> {
  await (await open()).put('recordings', recording);
}

/** Stores the next piece of a recording, and how long it is by then, all or nothing. */
export async function addPiece(recording: StoredRecording, index: number, data: ArrayBuffer): Promise<void> {
  const writing = (await open()).transaction(['recordings', 'pieces'], 'readwrite');
  const requests = [
    writing.objectStore('recordings').put(recording),
    writing.objectStore('pieces').put({ recordingId: recording.id, index, data }),
  ];
  // A page that is left in between would neither store the piece nor, in WebKit, let the next one read.
  writing.commit();
  await Promise.all([...requests, writing.done]);
}

/** The recordings of an account that have sound, oldest first. */
export async function listRecordings(owner: string): Promise<StoredRecording[]> {
  const db = await open();
  const all = await db.getAll('recordings');
  const counts = await Promise.all(all.map(({ id }) => db.count('pieces', toPieceRange(id))));
  return all
    .filter((recording, at) => recording.owner === owner && (counts[at] ?? 0) > 0)
    .toSorted((a, b) => a.startedAt - b.startedAt);
}

/** A recording as a file. Made again it is the same to an upload that was interrupted. */
export async function readRecording({ id, name, type, startedAt }: StoredRecording): Promise<File> {
  const pieces = await (await open()).getAll('pieces', toPieceRange(id));
  return toFile(
    pieces.map(({ data }) => data),
    { name, type, startedAt },
  );
}

/** Removes a recording and its sound. */
export async function removeRecording(id: string): Promise<void> {
  const removing = (await open()).transaction(['recordings', 'pieces'], 'readwrite');
  await Promise.all([
    removing.objectStore('recordings').delete(id),
    removing.objectStore('pieces').delete(toPieceRange(id)),
    removing.done,
  ]);
}

/** Pieces of sound as a file with the ending of its type. */
export function toFile(
  pieces: Array<ArrayBuffer | Blob>,
  { name, type, startedAt }: Pick<StoredRecording, 'name' | 'type' | 'startedAt'>,
): File {
  // A slash would start a new name.
  const base = name.replaceAll(/[/\\]/g, '-').trim();
  return new File(pieces, `${base}.${getExtension(type)}`, { type, lastModified: startedAt });
}

function getExtension(type: string): string {
  if (type.includes('mp4')) return 'm4a';
  return type.includes('ogg') ? 'ogg' : 'webm';
}

function toPieceRange(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Infinity]);
}
