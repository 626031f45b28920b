/** What pages may load from elsewhere, by the directives of the content-security policy. */
export type ForeignSources = Partial<
  Record<'script-src' | 'connect-src' | 'media-src' | 'worker-src' | 'frame-src' | 'img-src', readonly string[]>
>

/**
 * What Vapi's calls need: its API, and Daily, whose part is loaded by a script element, speaks with servers of its own,
 * and makes audio worklets out of text of its own.
 */
export function vapiSources(apiBase: string): ForeignSources {
  return {
    'script-src': ['https://c.daily.co', 'blob:'],
    'connect-src': [new URL(apiBase).origin, 'https://*.daily.co', 'wss://*.daily.co'],
    'worker-src': ['blob:'],
  }
}

/** What D-ID's agent script needs: it, its API, and the media servers behind. */
export function didAgentSources(scriptUrl: string): ForeignSources {
  const { origin } = new URL(scriptUrl)
  return {
    'script-src': [origin],
    'connect-src': [
      origin,
      'https://*.d-id.com',
      'wss://*.d-id.com',
      'https://*.livekit.cloud',
      'wss://*.livekit.cloud',
    ],
    'img-src': ['https://*.d-id.com'],
    'media-src': ['https://*.d-id.com'],
  }
}

export function joinSources(...all: readonly (ForeignSources | null)[]): ForeignSources {
  const joined: Record<string, readonly string[]> = {}
  for (const sources of all) {
    for (const [directive, list] of Object.entries(sources ?? {})) {
      joined[directive] = [...new Set([...(joined[directive] ?? []), ...list])]
    }
  }
  return joined
}
