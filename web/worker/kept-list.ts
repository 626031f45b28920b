/** What a build tells its service worker (written into it by web/vite/build-service-worker.ts). */
export interface KeptList {
  /** Names this very set of files. */
  build: string
  /**
   * Stands in every page of this build and in no page of another: the file in which React Router lists the scripts of
   * all screens, whose name carries a hash of them.
   */
  pageMark: string
  /** Addresses of the prerendered pages and of the fallback page. */
  pages: readonly string[]
  /** Addresses whose content never changes: they carry a hash of it. */
  assets: readonly string[]
  /** The other files: address → SHA-256 of the content, as in the `integrity` of a request. */
  files: Readonly<Record<string, string>>
}

/** A file's name in the cache, different for different content. Pages go by their address: each cache has its own. */
export function cacheKey(address: string, { files }: Pick<KeptList, 'files'>): string {
  const hash = files[address]
  return hash === undefined ? address : `${address}?v=${encodeURIComponent(hash)}`
}
