import { answerInOwnProcess } from '../../infra/answer-parent.ts'
import { busyTimes } from './busy-times.ts'
import type { Stretch } from './free-slots.ts'

export interface BusyTimesJob {
  text: string
  timeZone: string
  window: Stretch
}

/** Runs in the process of `createBusyCalendars`: reads one calendar. */
answerInOwnProcess(async ({ text, timeZone, window }: BusyTimesJob) => busyTimes(text, timeZone, window))
