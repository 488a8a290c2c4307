;; Functions for wasm-call and wasm-data. Each leaves its result in memory and returns its address.
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\00\00\80\3f\00\00\00\3f\00\00\80\3e\00\00\80\3f\00\00\00\00\00\00\80\3f\00\00\00\3f\00\00\80\3f")
  ;; (time, width, integer, fraction) -> vec4 (time * 4, width / 128, integer / 10, fraction)
  (func (export "tint") (param $time f32) (param $width f32) (param $count i32) (param $part f32) (result i32)
    (f32.store (i32.const 64) (f32.mul (local.get $time) (f32.const 4)))
    (f32.store (i32.const 68) (f32.div (local.get $width) (f32.const 128)))
    (f32.store (i32.const 72) (f32.div (f32.convert_i32_u (local.get $count)) (f32.const 10)))
    (f32.store (i32.const 76) (local.get $part))
    (i32.const 64))
  ;; (delta, height) -> vec2, delta summed over the calls
  (global $sum (mut f32) (f32.const 0))
  (func (export "advance") (param $delta f32) (param $height f32) (result i32)
    (global.set $sum (f32.add (global.get $sum) (local.get $delta)))
    (f32.store (i32.const 96) (f32.mul (global.get $sum) (f32.const 5)))
    (f32.store (i32.const 100) (f32.div (local.get $height) (f32.const 100)))
    (i32.const 96))
  ;; two vec4 that lie in the module from its start
  (func (export "pair") (result i32) (i32.const 256)))
