/** Rejects with the signal's reason once it is aborted; pending for ever without a signal. */
export function abortOf(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => {
      reject(signal?.reason as Error);
    };
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
  });
}
