import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Editor } from '@tiptap/core';
import { createEditorClient } from '#components/editor/api/editor-client.ts';
import type { EditorServices, TranscriptAccess } from '#components/editor/context.ts';
import type { OpenVersion } from '#components/editor/context.ts';
import { createStore } from '#components/ui/store.ts';
import { createServices, createStores } from './create-services';

const access: TranscriptAccess = {
  address: '/editor/data/job',
  may: 'edit',
  isOwner: true,
  jobId: 'job',
  jobName: 'Recording',
  back: undefined,
  accountSettings: { accountId: 'a', stored: {}, save: async () => ({ value: undefined }) },
};

function openServices({ canEdit = true, version }: { canEdit?: boolean; version?: OpenVersion } = {}) {
  const calls: string[] = [];
  const services = createServices({
    ...createStores(access),
    ...(version && { openVersion: createStore<OpenVersion | undefined>(version) }),
    access,
    api: createEditorClient(access.address),
    words: [],
    editor: {} as Editor,
    presence: {} as EditorServices['presence'],
    media: {} as HTMLVideoElement,
    sync: {
      saveNow: async () => void calls.push('save'),
      view: () => ({ canEdit }),
    } as Partial<EditorServices['sync']> as EditorServices['sync'],
    player: {
      state: () => ({ kind: 'ready', video: false }),
      skip: (ms) => void calls.push(`skip ${ms}`),
    } as Partial<EditorServices['player']> as EditorServices['player'],
  });
  return { services, calls };
}

test('opening a panel tells those who show it, and leaves the services as they are', () => {
  const { services } = openServices();
  const before = Object.entries(services);
  const notified: string[] = [];
  for (const name of ['panel', 'view', 'palette', 'overlay', 'openVersion', 'settings'] as const) {
    services[name].subscribe(() => notified.push(name));
  }
  services.run('settings');
  assert.equal(services.panel.get(), 'settings');
  services.run('settings');
  assert.equal(services.panel.get(), undefined);
  assert.deepEqual(notified, ['panel', 'panel']);
  for (const [name, value] of before) assert.equal(services[name as keyof EditorServices], value);
});

test('a command goes by the settings and the view of the moment', () => {
  const { services, calls } = openServices();
  services.settings.change({ skipSeconds: 10 });
  services.run('forward');
  services.view.set({ isReading: true, position: undefined });
  services.run('save-now');
  services.view.set({ isReading: false, position: undefined });
  services.run('save-now');
  assert.deepEqual(calls, ['skip 10000', 'save']);
});

test('where a version stands in place of the text no command changes it', () => {
  const { services, calls } = openServices({ version: { kind: 'comparison', before: 0, after: 1 } });
  for (const { id, edits } of services.commands) if (edits === true) services.run(id);
  assert.deepEqual(calls, []);
});

test('where the text is read-only no command changes it', () => {
  const { services, calls } = openServices({ canEdit: false });
  for (const { id, edits } of services.commands) if (edits === true) services.run(id);
  assert.deepEqual(calls, []);
  services.run('forward');
  assert.equal(calls.length, 1);
});
