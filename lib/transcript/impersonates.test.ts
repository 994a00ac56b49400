import assert from 'node:assert/strict';
import { test } from 'node:test';
import { impersonates, isEmail } from '#lib/transcript/impersonates';

const owner = { name: 'Ann Miller', email: 'am@longhand.example' };

test('nobody goes by an email address, however it is written', () => {
  for (const name of [
    'am@longhand.example',
    'AM@Longhand.Example',
    'am＠longhand．example',
    'am﹫longhand․example',
    'am @ longhand.example',
    'am@\u200Blonghand.example',
    'am (at) longhand.example',
    'am [AT] longhand (dot) example',
    'am at longhand.example',
    'Ann Miller <am@longhand.example>',
    'someone-else@other.example',
    'am@longhand。example',
  ]) {
    assert.ok(isEmail(name), name);
    assert.ok(impersonates(name, owner), name);
  }
});

test('the owner’s address is known to the server without its signs, and in letters that look alike', () => {
  for (const name of ['am longhand example', 'аm_longhand_ехample', 'arn longhand example']) {
    assert.ok(impersonates(name, owner), name);
  }
  assert.ok(impersonates('ann@localhost', { name: 'A', email: 'ann@localhost' }));
  assert.ok(!impersonates('ann@localhost', { name: 'A' }));
});

test('other names are free', () => {
  for (const name of [
    'Ann',
    'Am',
    'Ann @ Acme',
    '@ann',
    'Ann at Acme',
    'Ann M. (Acme Inc.)',
    'Guest',
    'Anna Miller',
  ]) {
    assert.ok(!impersonates(name, owner), name);
  }
});
