import { networkOf } from "./network-address.ts";
import { type Allowance, createTokenBucket, type TokenBucket } from "./token-bucket.ts";

/**
 * Limits what anybody may ask for without an account: first by address, then in total. What is refused costs nothing,
 * neither the one who asks nor the others, so that no single address uses up what all may ask for.
 */
export type AddressLimiter = { take(address: string, nowMs: number): boolean };

/** Known addresses; the one that has been quiet for longest is forgotten first. */
const maxKnown = 10_000;

export function createAddressLimiter(options: {
  perAddress: Allowance;
  inTotal: Allowance;
  /** Addresses that stand for many visitors, such as a proxy's: the total alone limits them. */
  isShared?: (address: string) => boolean;
}): AddressLimiter {
  const { perAddress, isShared = () => false } = options;
  const total = createTokenBucket(options.inTotal);
  const known = new Map<string, TokenBucket>();

  function bucketOf(address: string): TokenBucket {
    const network = networkOf(address);
    const bucket = known.get(network) ?? createTokenBucket(perAddress);
    // A map keeps the order of insertion: the newest is last.
    known.delete(network);
    known.set(network, bucket);
    const [oldest] = known.keys();
    if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
    return bucket;
  }

  return {
    take(address, nowMs) {
      if (isShared(address)) return total.take(1, nowMs);
      const own = bucketOf(address);
      return own.has(1, nowMs) && total.take(1, nowMs) && own.take(1, nowMs);
    },
  };
}
