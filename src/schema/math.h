// Transcendental functions with one result on every machine: the values of constant expressions decide bytes of the
// output, and the C library's last bits differ between platforms. Computed in double-double (about 100 bits), then
// rounded once: correctly rounded but for ties that 100 bits cannot tell apart. Special cases as in C's Annex F.
#pragma once

namespace pngine::math {

double exp(double x);
double log(double x);
double pow(double base, double exponent);
double sin(double x);  ///< radians, any finite size; NaN for infinities
double cos(double x);
double tan(double x);
double asin(double x);
double acos(double x);
double atan(double x);
double atan2(double y, double x);

}  // namespace pngine::math
