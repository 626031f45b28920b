;; Finds the Gaussians that explain a frame best, before SoundSwallower scores the frame. `score` has the parameters of
;; PocketSphinx's ptm_mgau_frame_eval and calls it at the end. It writes the best Gaussians of each codebook where that function
;; takes those of the previous frame from: it looks through no others when its frames are downsampled (`ds`), and works
;; out the likelihoods of these itself. So what it answers is what it answered without this.
;;
;; A codebook has 128 Gaussians of 13 dimensions. They are looked through in groups of four, each in one lane of a vector,
;; in two steps:
;; 1. The likelihoods of all 32 groups are estimated in whole numbers of 16 bits, rounded so that a Gaussian never seems worse
;;    than it is. Most groups have none that may be among the best.
;; 2. The likelihoods of the others, 4 or 5 of 32, are computed exactly as the package computes them.
;; `gaussian-packing.ts` writes the numbers in the order in which they are read here.
(module
  (import "e" "memory" (memory 1))
  (import "e" "packageScore" (func $packageScore (param i32 i32 i32 i32 i32 i32 i32) (result i32)))
  ;; For step 1, of each codebook: the reference likelihood, the scale, 8 bytes of nothing, and 32 groups of 224 bytes.
  (import "e" "bounds" (global $bounds i32))
  ;; For step 2, of each codebook: 32 groups of 432 bytes.
  (import "e" "exact" (global $exact i32))
  ;; For each of 3 streams: 13 times a centre and the inverse of half a range.
  (import "e" "ranges" (global $ranges i32))
  ;; 0 … 623: the features, each in four lanes: 3 streams of 13. 624 … 1247: the same for step 1.
  ;; 1248 … 1263: the likelihoods of a group. From 1264: the best Gaussians, 8 bytes each, likelihood and number, the best first.
  (import "e" "scratch" (global $scratch i32))

  ;; A feature for step 1: its distance from the centre and the square of that, as whole numbers up to ±2047, in four lanes.
  ;; Beyond the range of all means it counts as at the end of the range, which makes every Gaussian seem better.
  (func $quantise (param $feature f32) (param $range i32) (result v128)
    (local $unit f32)
    (local.set $unit (f32.max (f32.const -1) (f32.min (f32.const 1) (f32.mul
      (f32.sub (local.get $feature) (f32.load (local.get $range)))
      (f32.load offset=4 (local.get $range))))))
    (i32x4.splat (i32.or
      (i32.shl (i32.trunc_f32_s (f32.nearest (f32.mul (local.get $unit) (f32.const 2047)))) (i32.const 16))
      (i32.trunc_f32_s (f32.nearest (f32.mul (f32.mul (local.get $unit) (local.get $unit)) (f32.const 2047)))))))

  (func $prepareFeatures (param $features i32)
    (local $stream i32) (local $dimension i32) (local $at i32) (local $to i32) (local $range i32)
    (local.set $to (global.get $scratch))
    (local.set $range (global.get $ranges))
    (loop $nextStream
      (local.set $at (i32.load (i32.add (local.get $features) (i32.shl (local.get $stream) (i32.const 2)))))
      (local.set $dimension (i32.const 0))
      (loop $nextDimension
        (v128.store (local.get $to) (v128.load32_splat (local.get $at)))
        (v128.store offset=624 (local.get $to) (call $quantise (f32.load (local.get $at)) (local.get $range)))
        (local.set $range (i32.add (local.get $range) (i32.const 8)))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (local.set $to (i32.add (local.get $to) (i32.const 16)))
        (local.set $dimension (i32.add (local.get $dimension) (i32.const 1)))
        (br_if $nextDimension (i32.lt_u (local.get $dimension) (i32.const 13))))
      (local.set $stream (i32.add (local.get $stream) (i32.const 1)))
      (br_if $nextStream (i32.lt_u (local.get $stream) (i32.const 3)))))

  ;; Step 1. Returns a bit for each group that may have a Gaussian better than the worst of the list.
  (func $mayBeBetter (param $bounds i32) (param $features i32) (param $worst f32) (result i32)
    (local $x0 v128) (local $x1 v128) (local $x2 v128) (local $x3 v128) (local $x4 v128) (local $x5 v128) (local $x6 v128)
    (local $x7 v128) (local $x8 v128) (local $x9 v128) (local $x10 v128) (local $x11 v128) (local $x12 v128)
    (local $least v128) (local $sum v128) (local $other v128) (local $at i32) (local $found i32)
    (local.set $x0 (v128.load offset=624 (local.get $features)))
    (local.set $x1 (v128.load offset=640 (local.get $features)))
    (local.set $x2 (v128.load offset=656 (local.get $features)))
    (local.set $x3 (v128.load offset=672 (local.get $features)))
    (local.set $x4 (v128.load offset=688 (local.get $features)))
    (local.set $x5 (v128.load offset=704 (local.get $features)))
    (local.set $x6 (v128.load offset=720 (local.get $features)))
    (local.set $x7 (v128.load offset=736 (local.get $features)))
    (local.set $x8 (v128.load offset=752 (local.get $features)))
    (local.set $x9 (v128.load offset=768 (local.get $features)))
    (local.set $x10 (v128.load offset=784 (local.get $features)))
    (local.set $x11 (v128.load offset=800 (local.get $features)))
    (local.set $x12 (v128.load offset=816 (local.get $features)))
    (local.set $least (i32x4.splat (i32.trunc_sat_f32_s (f32.mul
      (f32.sub (local.get $worst) (f32.load (local.get $bounds)))
      (f32.load offset=4 (local.get $bounds))))))
    ;; From the last group to the first, so that the bit of each ends up in its place.
    (local.set $at (i32.add (local.get $bounds) (i32.const 6960))) ;; 16 + 31 * 224
    (loop $next
      (local.set $sum (i32x4.add (v128.load (local.get $at)) (i32x4.dot_i16x8_s (v128.load offset=16 (local.get $at)) (local.get $x0))))
      (local.set $other (i32x4.dot_i16x8_s (v128.load offset=32 (local.get $at)) (local.get $x1)))
      (local.set $sum (i32x4.add (local.get $sum) (i32x4.dot_i16x8_s (v128.load offset=48 (local.get $at)) (local.get $x2))))
      (local.set $other (i32x4.add (local.get $other) (i32x4.dot_i16x8_s (v128.load offset=64 (local.get $at)) (local.get $x3))))
      (local.set $sum (i32x4.add (local.get $sum) (i32x4.dot_i16x8_s (v128.load offset=80 (local.get $at)) (local.get $x4))))
      (local.set $other (i32x4.add (local.get $other) (i32x4.dot_i16x8_s (v128.load offset=96 (local.get $at)) (local.get $x5))))
      (local.set $sum (i32x4.add (local.get $sum) (i32x4.dot_i16x8_s (v128.load offset=112 (local.get $at)) (local.get $x6))))
      (local.set $other (i32x4.add (local.get $other) (i32x4.dot_i16x8_s (v128.load offset=128 (local.get $at)) (local.get $x7))))
      (local.set $sum (i32x4.add (local.get $sum) (i32x4.dot_i16x8_s (v128.load offset=144 (local.get $at)) (local.get $x8))))
      (local.set $other (i32x4.add (local.get $other) (i32x4.dot_i16x8_s (v128.load offset=160 (local.get $at)) (local.get $x9))))
      (local.set $sum (i32x4.add (local.get $sum) (i32x4.dot_i16x8_s (v128.load offset=176 (local.get $at)) (local.get $x10))))
      (local.set $other (i32x4.add (local.get $other) (i32x4.dot_i16x8_s (v128.load offset=192 (local.get $at)) (local.get $x11))))
      (local.set $sum (i32x4.add (local.get $sum) (i32x4.dot_i16x8_s (v128.load offset=208 (local.get $at)) (local.get $x12))))
      (local.set $found (i32.or
        (i32.shl (local.get $found) (i32.const 1))
        (v128.any_true (i32x4.gt_s (i32x4.add (local.get $sum) (local.get $other)) (local.get $least)))))
      (local.set $at (i32.sub (local.get $at) (i32.const 224)))
      (br_if $next (i32.gt_u (local.get $at) (local.get $bounds))))
    (local.get $found))

  ;; Step 2. Enters those Gaussians of a group into the list that are better than its worst.
  (func $enterGroup (param $exact i32) (param $group i32) (param $features i32) (param $list i32) (param $worstAt i32)
    (local $sum v128) (local $away v128) (local $at i32) (local $end i32)
    (local $better i32) (local $lane i32) (local $likelihood f32) (local $place i32) (local $before i32)
    (local.set $at (i32.add (local.get $exact) (i32.mul (local.get $group) (i32.const 432))))
    (local.set $end (i32.add (local.get $at) (i32.const 416)))
    (local.set $sum (v128.load (local.get $at)))
    (loop $nextDimension
      ;; sum -= (feature - mean)² * inverse variance
      (local.set $away (f32x4.sub (v128.load (local.get $features)) (v128.load offset=16 (local.get $at))))
      (local.set $sum (f32x4.sub (local.get $sum) (f32x4.mul
        (f32x4.mul (local.get $away) (local.get $away))
        (v128.load offset=32 (local.get $at)))))
      (local.set $features (i32.add (local.get $features) (i32.const 16)))
      (br_if $nextDimension (i32.lt_u
        (local.tee $at (i32.add (local.get $at) (i32.const 32)))
        (local.get $end))))
    (local.set $better (i32x4.bitmask (f32x4.gt (local.get $sum) (v128.load32_splat (local.get $worstAt)))))
    (v128.store offset=1248 (global.get $scratch) (local.get $sum))
    (block $none
      (br_if $none (i32.eqz (local.get $better)))
      (loop $nextLane
        (local.set $lane (i32.ctz (local.get $better)))
        (local.set $likelihood (f32.load offset=1248
          (i32.add (global.get $scratch) (i32.shl (local.get $lane) (i32.const 2)))))
        (if (f32.gt (local.get $likelihood) (f32.load (local.get $worstAt))) (then
          ;; Those that it is better than move down by one; the worst falls out.
          (local.set $place (local.get $worstAt))
          (block $placed (loop $down
            (br_if $placed (i32.le_u (local.get $place) (local.get $list)))
            (local.set $before (i32.sub (local.get $place) (i32.const 8)))
            (br_if $placed (f32.ge (f32.load (local.get $before)) (local.get $likelihood)))
            (i64.store (local.get $place) (i64.load (local.get $before)))
            (local.set $place (local.get $before))
            (br $down)))
          (f32.store (local.get $place) (local.get $likelihood))
          (i32.store offset=4 (local.get $place)
            (i32.add (i32.shl (local.get $group) (i32.const 2)) (local.get $lane)))))
        (local.set $better (i32.and (local.get $better) (i32.sub (local.get $better) (i32.const 1))))
        (br_if $nextLane (local.get $better)))))

  ;; Finds the best of one codebook. $last lists those of the previous frame, 8 bytes each beginning with the number, and gets these.
  (func $findBest (param $last i32) (param $count i32) (param $bounds i32) (param $exact i32) (param $stream i32)
    (local $features i32) (local $list i32) (local $worstAt i32) (local $index i32) (local $group i32)
    (local $done i32) (local $left i32)
    (local.set $features (i32.add (global.get $scratch) (i32.mul (local.get $stream) (i32.const 208))))
    (local.set $list (i32.add (global.get $scratch) (i32.const 1264)))
    (local.set $worstAt (i32.add (local.get $list) (i32.shl (i32.sub (local.get $count) (i32.const 1)) (i32.const 3))))
    (loop $nextPlace
      (f32.store (i32.add (local.get $list) (i32.shl (local.get $index) (i32.const 3))) (f32.const -inf))
      (i32.store offset=4 (i32.add (local.get $list) (i32.shl (local.get $index) (i32.const 3))) (local.get $index))
      (br_if $nextPlace (i32.lt_u (local.tee $index (i32.add (local.get $index) (i32.const 1))) (local.get $count))))

    ;; First the groups of the previous frame's best, since they are good.
    (local.set $index (i32.const 0))
    (loop $nextLast
      (local.set $group (i32.shr_u
        (i32.load (i32.add (local.get $last) (i32.shl (local.get $index) (i32.const 3))))
        (i32.const 2)))
      (if (i32.eqz (i32.and (local.get $done) (i32.shl (i32.const 1) (local.get $group)))) (then
        (local.set $done (i32.or (local.get $done) (i32.shl (i32.const 1) (local.get $group))))
        (call $enterGroup (local.get $exact) (local.get $group) (local.get $features) (local.get $list) (local.get $worstAt))))
      (br_if $nextLast (i32.lt_u (local.tee $index (i32.add (local.get $index) (i32.const 1))) (local.get $count))))

    (local.set $left (i32.and
      (call $mayBeBetter
        (local.get $bounds) (local.get $features) (f32.load (local.get $worstAt)))
      (i32.xor (local.get $done) (i32.const -1))))
    (block $noneLeft
      (br_if $noneLeft (i32.eqz (local.get $left)))
      (loop $nextGroup
        (call $enterGroup
          (local.get $exact) (i32.ctz (local.get $left)) (local.get $features) (local.get $list) (local.get $worstAt))
        (local.set $left (i32.and (local.get $left) (i32.sub (local.get $left) (i32.const 1))))
        (br_if $nextGroup (local.get $left))))

    (local.set $index (i32.const 0))
    (loop $nextBest
      (i32.store
        (i32.add (local.get $last) (i32.shl (local.get $index) (i32.const 3)))
        (i32.load offset=4 (i32.add (local.get $list) (i32.shl (local.get $index) (i32.const 3)))))
      (br_if $nextBest (i32.lt_u (local.tee $index (i32.add (local.get $index) (i32.const 1))) (local.get $count)))))

  (func (export "score")
    (param $model i32) (param $scores i32) (param $active i32) (param $activeCount i32)
    (param $features i32) (param $frame i32) (param $all i32) (result i32)
    (local $history i32) (local $last i32) (local $count i32) (local $codebook i32) (local $bounds i32) (local $exact i32)
    ;; A frame of the past is answered from what was kept of it.
    (if (i32.le_s (i32.load offset=4 (local.get $model)) (local.get $frame)) (then
      (call $prepareFeatures (local.get $features))
      (local.set $count (i32.load16_s offset=36 (local.get $model)))
      ;; model.hist[(frame + n_fast_hist - 1) % n_fast_hist].topn[0][0]
      (local.set $history (i32.load offset=48 (local.get $model)))
      (local.set $last (i32.load (i32.load (i32.load (i32.add
        (i32.load offset=40 (local.get $model))
        (i32.shl (i32.rem_s
          (i32.sub (i32.add (local.get $frame) (local.get $history)) (i32.const 1))
          (local.get $history)) (i32.const 3)))))))
      (local.set $bounds (global.get $bounds))
      (local.set $exact (global.get $exact))
      (loop $nextCodebook
        (call $findBest
          (local.get $last) (local.get $count) (local.get $bounds) (local.get $exact)
          (i32.rem_u (local.get $codebook) (i32.const 3)))
        (local.set $last (i32.add (local.get $last) (i32.shl (local.get $count) (i32.const 3))))
        (local.set $bounds (i32.add (local.get $bounds) (i32.const 7184)))
        (local.set $exact (i32.add (local.get $exact) (i32.const 13824)))
        ;; 42 codebooks, each for 3 streams
        (br_if $nextCodebook (i32.lt_u
          (local.tee $codebook (i32.add (local.get $codebook) (i32.const 1)))
          (i32.const 126))))))
    (call $packageScore
      (local.get $model) (local.get $scores) (local.get $active) (local.get $activeCount)
      (local.get $features) (local.get $frame) (local.get $all))))
