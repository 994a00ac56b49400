import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { AUTHORITATIVE_ANSWER, decode, encode, type Answer, type Question } from 'dns-packet';

/** The records of the name server. */
export interface Zone {
  /** A name's addresses at its first lookup, its second, and so on; the last ones repeat. */
  names: Record<string, string[][]>;
  /** Aliases (CNAME), by name. */
  aliases: Record<string, string>;
}

/** A running name server. */
export interface NameServer {
  /** Starts every name at its first answer again. */
  startOver(): void;
  close(): void;
}

const notFound = 3;

/** Starts a name server on 127.0.0.1, port 53. Its answers have a TTL of 0. */
export async function startNameServer({ names, aliases }: Zone): Promise<NameServer> {
  const asked = new Map<string, number>();

  const findAddresses = (name: string, type: string): string[] => {
    const answers = names[name] ?? [];
    // The system asks for A, then for AAAA: both questions are one lookup.
    const times = (asked.get(name) ?? 0) + (type === 'A' ? 1 : 0);
    asked.set(name, times);
    return answers[Math.min(Math.max(times, 1), answers.length) - 1] ?? [];
  };
  const answer = ({ name, type }: Question): Answer[] => {
    const target = aliases[name];
    if (target !== undefined) {
      return [{ name, type: 'CNAME', ttl: 0, data: target }, ...answer({ name: target, type })];
    }
    return findAddresses(name, type)
      .filter((address) => isIP(address) === (type === 'A' ? 4 : type === 'AAAA' ? 6 : -1))
      .map((address) => ({ name, type: type as 'A', ttl: 0, data: address }));
  };

  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const isKnown = questions.every(({ name }) => names[name] !== undefined || aliases[name] !== undefined);
    const flags = AUTHORITATIVE_ANSWER | (isKnown ? 0 : notFound);
    socket.send(
      encode({ type: 'response', id, flags, questions, answers: questions.flatMap(answer) }),
      port,
      address,
    );
  });
  socket.bind(53, '127.0.0.1');
  await once(socket, 'listening');
  return { startOver: () => asked.clear(), close: () => socket.close() };
}
