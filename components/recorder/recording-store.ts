import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { databaseName, type StoredRecording } from './stored-recording';

/* Recordings that aren't jobs yet, stored in pieces: a crash or lost network loses at most the last second. */

interface RecordingSchema extends DBSchema {
  recordings: { key: string; value: StoredRecording };
  pieces: { key: [string, number]; value: { recordingId: string; index: number; data: ArrayBuffer } };
}

let opened: Promise<IDBPDatabase<RecordingSchema>> | undefined;

function open(): Promise<IDBPDatabase<RecordingSchema>> {
  opened ??= openDB<RecordingSchema>(databaseName, 1, {
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

/** Inserts or replaces a recording's metadata. */
export async function putRecording(recording: StoredRecording): Promise<void> {
  await (await open()).put('recordings', recording);
}

/** Stores a recording's next piece and its new duration atomically. */
export async function addPiece(recording: StoredRecording, index: number, data: ArrayBuffer): Promise<void> {
  const writing = (await open()).transaction(['recordings', 'pieces'], 'readwrite');
  const requests = [
    writing.objectStore('recordings').put(recording),
    writing.objectStore('pieces').put({ recordingId: recording.id, index, data }),
  ];
  // If the page is left before a commit, the piece is lost and WebKit blocks the next page's reads.
  writing.commit();
  await Promise.all([...requests, writing.done]);
}

/** An account's recordings with audio, oldest first. */
export async function listRecordings(owner: string): Promise<StoredRecording[]> {
  const db = await open();
  const all = await db.getAll('recordings');
  const counts = await Promise.all(all.map(({ id }) => db.count('pieces', toPieceRange(id))));
  return all
    .filter((recording, at) => recording.owner === owner && (counts[at] ?? 0) > 0)
    .toSorted((a, b) => a.startedAt - b.startedAt);
}

/** Reads a recording as a file. Repeated reads are identical, so an interrupted upload can resume. */
export async function readRecording({ id, name, type, startedAt }: StoredRecording): Promise<File> {
  const pieces = await (await open()).getAll('pieces', toPieceRange(id));
  return toFile(
    pieces.map(({ data }) => data),
    { name, type, startedAt },
  );
}

/** Deletes a recording and its audio. */
export async function removeRecording(id: string): Promise<void> {
  const removing = (await open()).transaction(['recordings', 'pieces'], 'readwrite');
  await Promise.all([
    removing.objectStore('recordings').delete(id),
    removing.objectStore('pieces').delete(toPieceRange(id)),
    removing.done,
  ]);
}

/** Joins pieces into a file with the extension of its type. */
export function toFile(
  pieces: Array<ArrayBuffer | Blob>,
  { name, type, startedAt }: Pick<StoredRecording, 'name' | 'type' | 'startedAt'>,
): File {
  // A slash would separate paths.
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
