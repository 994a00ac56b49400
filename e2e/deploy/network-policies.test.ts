import assert from 'node:assert/strict';
import { test } from 'node:test';
import ipaddr from 'ipaddr.js';
import { checkAddress } from '#lib/net/check-address';
import { readManifests } from './read-manifests';

/* What deploy/kubernetes lets pods reach, without a cluster: a policy that its network doesn't enforce is another matter. */

interface Rule {
  to: { ipBlock?: { cidr: string; except?: string[] }; namespaceSelector?: unknown; podSelector?: unknown }[];
  ports: { port: number; protocol?: string }[];
}

const manifests = readManifests();
const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy') as unknown as {
  spec: { podSelector: unknown; policyTypes: string[]; egress?: Rule[] };
}[];
const outgoing = policies.filter(({ spec }) => spec.policyTypes.includes('Egress'));
const rules = outgoing.flatMap(({ spec }) => spec.egress ?? []);

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, cidr: string): boolean {
  const [base, bits] = ipaddr.parseCIDR(cidr);
  return base.kind() === address.kind() && address.match(base, bits);
}

function isAllowed(address: string, port: number): boolean {
  const parsed = ipaddr.parse(address);
  return rules.some(
    ({ to, ports }) =>
      ports.some((allowed) => allowed.port === port) &&
      to.some(
        ({ ipBlock }) =>
          ipBlock !== undefined &&
          isIn(parsed, ipBlock.cidr) &&
          !(ipBlock.except ?? []).some((except) => isIn(parsed, except)),
      ),
  );
}

test('all pods are bound, and each rule names where to and on which port', () => {
  const everyPod = { matchLabels: { 'app.kubernetes.io/name': 'longhand' } };
  assert.ok(outgoing.length > 0);
  for (const { spec } of outgoing) assert.deepEqual(spec.podSelector, everyPod);
  for (const { to, ports } of rules) {
    assert.ok(to.length > 0 && ports.length > 0);
    for (const { ipBlock, namespaceSelector, podSelector } of to) {
      assert.ok(ipBlock !== undefined || (namespaceSelector !== undefined && podSelector !== undefined));
      assert.notDeepEqual(namespaceSelector, {}, 'a namespace is named');
    }
  }
});

test('the public web is open, and no other port of it', () => {
  for (const address of ['8.8.8.8', '1.1.1.1', '192.0.1.1', '2606:4700:4700::1111', '2a00:1450::1']) {
    assert.deepEqual(
      [80, 443].map((port) => isAllowed(address, port)),
      [true, true],
      address,
    );
    assert.ok(![22, 25, 53, 5432, 6443, 9200].some((port) => isAllowed(address, port)), address);
  }
});

test('metadata, private networks and whatever Longhand itself refuses are closed', () => {
  const special = [ipaddr.parse('1.1.1.1'), ipaddr.parse('2606::1')].flatMap((address) =>
    Object.values((address as unknown as { SpecialRanges: Record<string, unknown> }).SpecialRanges).flat(
      Infinity,
    ),
  );
  const bases = special.filter((part) => typeof part === 'object').map(String);
  assert.ok(bases.length > 30);
  const addresses = [
    ...['169.254.169.254', '168.63.129.16', '100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254', 'fe80::1'],
    ...[
      '10.0.0.1',
      '10.96.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '127.0.0.1',
      '100.127.255.255',
      'fc00::1',
      '::1',
    ],
    ...['2002:a9fe:a9fe::1', '2001::1', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', '255.255.255.255'],
    ...bases,
  ];
  for (const address of addresses) {
    assert.ok(![80, 443, 5432].some((port) => isAllowed(address, port)), address);
    if (!address.startsWith('64:ff9b::')) {
      assert.notEqual(checkAddress(address, { allowNetworks: [], allowPorts: [] }), undefined, address);
    }
  }
});

test('what the settings name has a rule', () => {
  const read = (kind: string) => {
    const found = manifests.find((manifest) => manifest.kind === kind);
    return (found?.['data'] ?? found?.['stringData']) as Record<string, string>;
  };
  const addresses = [read('Secret')['DATABASE_URL'], read('ConfigMap')['AWS_ENDPOINT_URL']];
  const own = rules.filter(({ to }) => to.some(({ ipBlock }) => ipBlock?.cidr.endsWith('/32')));
  const open = new Set(own.flatMap(({ ports }) => ports.map(({ port }) => port)));
  for (const address of addresses) {
    const { port, protocol } = new URL(address ?? '');
    assert.ok(open.has(Number(port || { 'https:': 443, 'http:': 80 }[protocol])), address);
  }
  const dns = rules.find(({ ports }) => ports.some(({ port }) => port === 53));
  assert.deepEqual(dns?.to, [
    {
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
      podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } },
    },
  ]);
});
