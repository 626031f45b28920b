/**
 * The life of an own assistant. The stored status holds what the owner wants, and which assistants had places in the
 * plan at the owner's last change. `settleStatuses` derives the current status from the plan whenever the assistant is
 * shown or called.
 *
 *   draft ──room in the plan──▶ live ──paused by its owner──▶ paused
 *     ▲                        │ ▲                              │
 *     └──room is gone──────────┘ └─────resumed, with room───────┘
 */
export const OWN_ASSISTANT_STATUSES = ['draft', 'live', 'paused'] as const

export type OwnAssistantStatus = (typeof OWN_ASSISTANT_STATUSES)[number]

/** `room`: the plan has a free place. `no-room`: the plan no longer has a place for this live assistant. */
export type OwnAssistantEvent = 'room' | 'no-room' | 'pause' | 'resume'

const NEXT: Readonly<Record<OwnAssistantStatus, Partial<Record<OwnAssistantEvent, OwnAssistantStatus>>>> = {
  draft: { room: 'live', pause: 'paused' },
  live: { 'no-room': 'draft', pause: 'paused' },
  // Resuming joins the queue: the assistant goes live at once if there is room, or else as soon as there is.
  paused: { resume: 'draft' },
}

/** The status after an event; an event that has no meaning in the status leaves it unchanged. */
export function nextOwnAssistantStatus(status: OwnAssistantStatus, event: OwnAssistantEvent): OwnAssistantStatus {
  return NEXT[status][event] ?? status
}

/** How many assistants may be live at once: 0 without a business plan, null for an unlimited number. */
export type AssistantRoom = number | null

/**
 * Adjusts the statuses of one owner's assistants, oldest first, to the room in the plan. Live assistants keep their
 * places before waiting ones get one, and the oldest waiting one goes live first.
 */
export function settleStatuses(statuses: readonly OwnAssistantStatus[], room: AssistantRoom): OwnAssistantStatus[] {
  let left = room ?? Infinity
  const stays = statuses.map((status) => {
    if (status !== 'live') return status
    left -= 1
    return left >= 0 ? status : nextOwnAssistantStatus(status, 'no-room')
  })
  left = Math.max(0, left)
  return stays.map((status, index) => {
    // An assistant that has just lost its place must not go live again in the same pass.
    if (status !== 'draft' || statuses[index] === 'live' || left === 0) return status
    left -= 1
    return nextOwnAssistantStatus(status, 'room')
  })
}
