import { parentPort, workerData } from 'node:worker_threads'
import { busyTimes } from './busy-times.ts'
import type { Stretch } from './free-slots.ts'

export interface BusyTimesJob {
  text: string
  timeZone: string
  window: Stretch
}

/** Runs in the thread of `createBusyCalendars`: reads one calendar and ends. */
const { text, timeZone, window } = workerData as BusyTimesJob
parentPort?.postMessage(busyTimes(text, timeZone, window))
