;; A data module without a length: it exports no global `l`.
(module (memory (export "m") 1) (data (i32.const 0) "\01\02\03\04"))
