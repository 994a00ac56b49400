import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sniffMediaType } from './sniff-media-type';

test('what browsers play is told by its first bytes, and nothing else has a type', () => {
  for (const [bytes, type] of [
    ['RIFF\x24\x0a\0\nWAVEfmt ', 'audio/wav'],
    ['ID3\x04\0\0', 'audio/mpeg'],
    ['\xff\xfb\x90\x64', 'audio/mpeg'],
    ['fLaC\0\0\0\x22', 'audio/flac'],
    ['OggS\0\x02', 'application/ogg'],
    ['\x1a\x45\xdf\xa3\x9f', 'video/webm'],
    ['\0\0\0\x1cftypM4A \0\0', 'audio/mp4'],
    ['\0\0\0\x20ftypisom', 'video/mp4'],
    ['<!DOCTYPE html>', 'application/octet-stream'],
    ['RIFF\0\0\0\0AVI ', 'application/octet-stream'],
    ['#!AMR\n', 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ] as const)
    assert.equal(sniffMediaType(Buffer.from(bytes, 'latin1')), type, JSON.stringify(bytes));
});
