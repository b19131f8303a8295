/// Defines an enum whose variants have one text in the database, in URLs and in JSON.
macro_rules! text_enum {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $code:tt,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $code)] $variant,)+
        }

        impl $name {
            /// All values, in order.
            pub const ALL: [$name; [$($code),+].len()] = [$($name::$variant),+];

            /// The text of the value.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $($name::$variant => $code,)+
                }
            }

            /// The value of a text.
            #[must_use]
            pub fn parse(code: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|value| value.code() == code)
            }
        }
    };
}

pub(crate) use text_enum;
