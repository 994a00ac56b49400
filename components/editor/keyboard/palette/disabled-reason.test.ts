import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EditorServices } from '#components/editor/context.ts';
import { allCommands } from '#components/editor/keyboard/all-commands.ts';
import type { PlayerState } from '#components/editor/player/player.ts';
import { getDisabledReason } from './disabled-reason';

function reason(
  id: string,
  { may = 'edit', isReading = false, player = 'ready', canEdit = true, isVersionOpen = false } = {},
): string {
  const command = allCommands.find((command) => command.id === id);
  assert.ok(command, id);
  const services = {
    access: { may } as EditorServices['access'],
    view: { get: () => ({ isReading }) } as EditorServices['view'],
    openVersion: {
      get: () => (isVersionOpen ? { kind: 'comparison', before: 0, after: 1 } : undefined),
    } as EditorServices['openVersion'],
    sync: { view: () => ({ canEdit }) } as EditorServices['sync'],
    player: { state: () => ({ kind: player }) as PlayerState } as EditorServices['player'],
  };
  return getDisabledReason(services, command);
}

test('a command that can’t be done now says why', () => {
  assert.equal(reason('undo', { may: 'view', isReading: true }), 'View only');
  assert.equal(reason('undo', { canEdit: false, isReading: true }), 'Read-only now');
  assert.equal(reason('undo', { isReading: true }), 'Not in reading view');
  assert.equal(reason('undo', { isVersionOpen: true }), 'Not while a version is open');
  assert.equal(reason('save-now', { may: 'view', canEdit: false }), 'View only');
  assert.equal(reason('save-now', { isReading: true }), 'Not in reading view');
  assert.equal(reason('undo'), 'Nothing to undo');
  assert.equal(reason('next-change'), 'No comparison open');
  assert.equal(reason('review-accept'), 'Not available now');
  assert.equal(reason('share'), 'Owner only');
  assert.equal(reason('play-pause', { player: 'preparing' }), 'Recording not ready');
});
